/// Builds one JSON object as bytes, member by member.
///
/// `JSONEncoder` takes some microseconds an object, and a trace has millions of them: an export would
/// take ten times as long as reading the trace.
struct JSONLine {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Begins an object or array, as a member if it has a key.
  mutating func open(_ bracket: Character, key: StaticString? = nil) {
    begin(key)
    bytes.append(bracket.asciiValue ?? 0)
    needsComma = false
  }

  mutating func close(_ bracket: Character) {
    bytes.append(bracket.asciiValue ?? 0)
    needsComma = true
  }

  mutating func add(_ key: StaticString?, _ text: String) {
    begin(key)
    append(quoted: text)
  }

  mutating func add(_ key: StaticString?, _ number: Int64) {
    begin(key)
    bytes += "\(number)".utf8
  }

  mutating func add(_ key: StaticString?, _ number: Int) { add(key, Int64(number)) }

  mutating func add(_ key: StaticString?, _ truth: Bool) {
    begin(key)
    bytes += (truth ? "true" : "false").utf8
  }

  mutating func addNull(_ key: StaticString?) {
    begin(key)
    bytes += "null".utf8
  }

  /// JSON has no infinity and no NaN: they become text.
  mutating func add(_ key: StaticString?, _ number: Double) {
    guard number.isFinite else { return add(key, "\(number)") }
    begin(key)
    bytes += "\(number)".utf8
  }

  /// A member whose key comes from the trace.
  mutating func key(_ text: String) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    append(quoted: text)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  private mutating func begin(_ key: StaticString?) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    guard let key else { return }
    bytes.append(UInt8(ascii: "\""))
    // SAFETY: the bytes of a literal are copied during the call.
    key.withUTF8Buffer { unsafe bytes += $0 }
    bytes += "\":".utf8
  }

  private mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20, 0x7f:
        let digits = Array("0123456789abcdef".utf8)
        bytes += "\\u00".utf8
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
