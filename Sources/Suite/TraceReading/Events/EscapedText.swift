#if HAS_BABELTRACE
import EventTable
import Glibc

/// The texts of Hamon's own events, in printable ASCII (docs/tracing.md, T8).
///
/// Two backslashes are one, `\u{1f5e1}` is a scalar and `\xc3` a byte. Any other backslash is literal, as in recordings of earlier
/// versions.
enum EscapedText {
  private static let providers = Set((EventDefinition.all + EventDefinition.tasks).map(\.provider))

  /// Whether the texts of an event are escaped; other programs' texts are literal.
  static func isIn(_ event: String) -> Bool {
    providers.contains(String(event.prefix { $0 != ":" }))
  }

  /// The unescaped text; `nil` if it is the same.
  ///
  /// - Complexity: Proportional to the number of its bytes; allocates only for a text with a backslash.
  static func unescaped(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    let backslash = UInt8(ascii: "\\")
    // SAFETY: the text is only read during the call, and within its bounds.
    guard let start = text.baseAddress,
      unsafe memchr(start, Int32(backslash), text.count) != nil
    else { return nil }
    var bytes: [UInt8] = []
    var rest = unsafe Array(text)[...]
    while let byte = rest.popFirst() {
      if byte == backslash, let (meant, count) = escape(rest) {
        bytes += meant
        rest = rest.dropFirst(count)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  /// The bytes that an escape after a backslash stands for, and its length; `nil` for no escape.
  private static func escape(_ text: ArraySlice<UInt8>) -> (meant: [UInt8], count: Int)? {
    func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
      // Not the sign that a number may have.
      digits.first == UInt8(ascii: "+")
        ? nil : UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }
    switch text.first.map({ Unicode.Scalar($0) }) {
    case "\\": return ([UInt8(ascii: "\\")], 1)
    case "x":
      let digits = text.dropFirst().prefix(2)
      guard digits.count == 2, let byte = number(digits) else { return nil }
      return ([UInt8(truncatingIfNeeded: byte)], 3)
    case "u":
      let digits = text.dropFirst(2).prefix { $0 != UInt8(ascii: "}") }
      guard text.dropFirst().first == UInt8(ascii: "{"), digits.endIndex < text.endIndex,
        let scalar = number(digits).flatMap({ Unicode.Scalar($0) })
      else { return nil }
      return (Array(String(scalar).utf8), digits.count + 3)
    default: return nil
    }
  }
}
#endif
