/// Builds one JSON object as bytes, member by member.
///
/// `JSONEncoder` takes some microseconds an object, and a trace has millions of them: an export would take ten times as long as reading the
/// trace.
struct JSONLine {
  /// The size that most lines stay below: a line that grows is copied each time.
  private static let usualSize = 384

  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  init() { bytes.reserveCapacity(Self.usualSize) }

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

  mutating func add(_ key: StaticString?, _ number: some FixedWidthInteger) {
    begin(key)
    bytes.append(decimal: number)
  }

  /// A whole number as text, as JSON from protocol buffers has 64-bit numbers.
  mutating func add(_ key: StaticString?, quoted number: Int64) {
    begin(key)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(decimal: number)
    bytes.append(UInt8(ascii: "\""))
  }

  /// One or two words as text, of 16 hexadecimal digits each.
  mutating func add(_ key: StaticString?, hex first: UInt64, _ second: UInt64? = nil) {
    begin(key)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(hex: first)
    if let second { bytes.append(hex: second) }
    bytes.append(UInt8(ascii: "\""))
  }

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

  mutating func addList<Elements: Sequence>(
    _ key: StaticString?,
    _ elements: Elements,
    _ add: (inout JSONLine, Elements.Element) -> Void
  ) {
    open("[", key: key)
    for element in elements { add(&self, element) }
    close("]")
  }

  /// A list of whole numbers; `nil` becomes `null`.
  mutating func addList(_ key: StaticString, _ numbers: [Int64?]) {
    addList(key, numbers) { line, number in
      if let number { line.add(nil, number) } else { line.addNull(nil) }
    }
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
    var text = text
    // SAFETY: the bytes of the text are copied during the call, within its bounds.
    text.withUTF8 { utf8 in
      var copied = 0
      for index in utf8.indices {
        let byte = unsafe utf8[index]
        guard Self.isEscaped(byte) else { continue }
        unsafe bytes.append(contentsOf: utf8[copied..<index])
        copied = index + 1
        appendEscaped(byte)
      }
      unsafe bytes.append(contentsOf: utf8[copied...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7f || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    guard byte < 0x20 || byte == 0x7f else {
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
      return
    }
    bytes += "\\u00".utf8
    bytes.append([UInt8].hexDigit(byte >> 4))
    bytes.append([UInt8].hexDigit(byte & 15))
  }
}

extension [UInt8] {
  /// Appends all 16 digits of a word.
  mutating func append(hex word: UInt64) {
    for place in 0..<16 {
      append(Self.hexDigit(UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * place)) & 15))
    }
  }

  static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Appends a number as text, without making a `String` of it.
  mutating func append(decimal number: some FixedWidthInteger) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var first = count
    var rest = number.magnitude
    repeat {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    // The last digit came first.
    var last = count - 1
    while first < last {
      swapAt(first, last)
      first += 1
      last -= 1
    }
  }
}
