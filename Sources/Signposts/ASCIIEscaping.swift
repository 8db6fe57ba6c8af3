/// How text becomes what a trace can carry.
enum ASCIIEscaping {
  /// Longest text that is emitted, in bytes; strings over 32 KB abort Trace Compass's state system
  /// (TRACING.md, trap 8).
  static let maximumLength = 30_000

  /// The text as printable ASCII.
  ///
  /// A scalar outside of it becomes `\u{1f5e1}`, a backslash stays as it is. What is over
  /// `maximumLength` is cut off and ends in `...`.
  ///
  /// Complexity: O(bytes), one allocation or a few.
  static func escaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if isPrintable(scalar) {
        bytes.append(UInt8(scalar.value))
      } else {
        bytes.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".utf8)
      }
      if bytes.count > maximumLength {
        bytes.removeSubrange((maximumLength - 3)...)
        bytes.append(contentsOf: "...".utf8)
        break
      }
    }
    return bytes
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    (0x20...0x7e).contains(scalar.value)
  }

  /// Calls `body` with the text as a zero-terminated ASCII string.
  ///
  /// Complexity: no allocation for a literal in ASCII; otherwise O(bytes) and a few.
  static func withCString<Result>(
    _ text: StaticString,
    _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    if text.hasPointerRepresentation, text.isASCII {
      // SAFETY: a StaticString's bytes are a zero-terminated literal of the binary.
      return unsafe UnsafeRawPointer(text.utf8Start).withMemoryRebound(
        to: CChar.self,
        capacity: text.utf8CodeUnitCount + 1
      ) { unsafe body($0) }
    }
    return withCString(text.description, body)
  }

  /// Calls `body` with the text as a zero-terminated ASCII string.
  ///
  /// Complexity: O(bytes) and a few allocations.
  static func withCString<Result>(
    _ text: String,
    _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    var characters = escaped(text).map { CChar($0) }
    characters.append(0)
    return characters.withUnsafeBufferPointer { buffer in
      // SAFETY: the buffer holds at least the terminator, so it has a base address.
      unsafe body(buffer.baseAddress.unsafelyUnwrapped)
    }
  }
}
