import CSignposts
import Testing

@testable import Signposts

/// The form of packed fields, while nobody records and so nothing has a number.
@Suite struct FieldListTests {
  private typealias Bytes = UnsafeMutablePointer<CChar>

  /// What a function adds to a list of some length, and the length that it returns.
  private func adding(
    to length: Int = 0,
    _ add: (Bytes, UInt32) -> UInt32
  ) -> (text: String, end: Int) {
    let size = Int(CSIGNPOSTS_FIELDS_SIZE)
    // One more byte, which nobody may touch.
    var bytes = [CChar](repeating: 1, count: size + 1)
    let end = bytes.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { Int(add($0, UInt32(length))) } ?? 0
    }
    #expect(bytes[size] == 1)
    let added = end > length ? bytes[length..<end].map { UInt8(bitPattern: $0) } : []
    return (String(decoding: added, as: UTF8.self), end)
  }

  private func text(
    _ key: String,
    _ value: String,
    at length: Int = 0
  ) -> (text: String, end: Int) {
    TraceText.with(key) { key in
      TraceText.with(value) { value in
        let (key, value) = (csignposts_hash(key), csignposts_hash(value))
        return adding(to: length) { csignposts_add_text($0, $1, key, value) }
      }
    }
  }

  private func integer(_ value: Int64) -> String {
    TraceText.with("n") { key in
      adding { csignposts_add_integer($0, $1, csignposts_hash(key), value) }.text
    }
  }

  @Test(arguments: [
    ("url.path", "/carts/7", "url.path\ts/carts/7\n"),
    ("", "", "\ts\n"),
    ("tab\t", "line\nback\\", "tab\\u{9}\tsline\\u{a}back\\\\\n"),
    ("caf\u{e9}", "\u{1}00", "caf\\u{e9}\ts\\u{1}00\n"),
  ])
  func `a text field has nothing in it that ends a field`(
    key: String,
    value: String,
    packed: String
  ) {
    #expect(text(key, value).text == packed)
  }

  @Test(arguments: [0, 1, -1, 9, 10, 1_234_567_890_123, Int64.max, .min])
  func `a whole number is written as it is`(value: Int64) {
    #expect(integer(value) == "n\ti\(value)\n")
  }

  @Test(arguments: [0, -0.0, 0.1, .pi, .infinity, -.greatestFiniteMagnitude, .nan])
  func `no bit of a number is lost`(value: Double) {
    let packed = TraceText.with("r") { key in
      adding { csignposts_add_float($0, $1, csignposts_hash(key), value) }.text
    }
    let digits = packed.dropFirst("r\tf".count).dropLast()
    #expect(digits.count == 16 && packed.hasPrefix("r\tf") && packed.hasSuffix("\n"))
    #expect(UInt64(digits, radix: 16) == value.bitPattern)
  }

  @Test func `what doesn't fit isn't added, and nothing is written behind the end`() {
    let size = Int(CSIGNPOSTS_FIELDS_SIZE)
    let room = size - "k\ts\n".utf8.count
    #expect(text("k", String(repeating: "v", count: room)).end == size)
    #expect(text("k", String(repeating: "v", count: room + 1)).end == 0)
    for length in size - 12...size {
      let fits = length + "k\tsvalue\n".utf8.count <= size
      #expect((text("k", "value", at: length).end > 0) == fits)
      // Escapes need more, and a byte for their end.
      #expect(text("k", "caf\u{e9}", at: length).end == 0)
    }
  }
}
