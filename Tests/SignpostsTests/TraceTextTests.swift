import CSignposts
import SeededRandom
import Testing

@testable import Signposts

@Suite struct TraceTextTests {
  private func escaped(_ text: csignposts_text) -> String {
    let length = csignposts_escaped_length(text)
    return String(unsafeUninitializedCapacity: length + 1) { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        csignposts_escape(text, $0.baseAddress)
      }
      #expect(buffer[length] == 0)
      return length
    }
  }

  private func escaped(_ text: String) -> String { TraceText.with(text, escaped) }

  /// The obvious way, scalar by scalar.
  private func reference(_ text: String) -> String {
    let parts = text.unicodeScalars.map { scalar in
      if scalar == "\\" { return #"\\"# }
      if (0x20...0x7e).contains(scalar.value) { return String(scalar) }
      return "\\u{\(String(scalar.value, radix: 16))}"
    }
    let limit = 30_000
    if parts.reduce(0, { $0 + $1.utf8.count }) <= limit { return parts.joined() }
    var result = ""
    for part in parts {
      guard result.utf8.count + part.utf8.count <= limit - 3 else { break }
      result += part
    }
    return result + "..."
  }

  @Test(arguments: [
    ("plain text", "plain text"),
    ("", ""),
    ("caf\u{e9}", #"caf\u{e9}"#),
    ("\u{1f5e1}", #"\u{1f5e1}"#),
    ("tab\tline\nnull\0", #"tab\u{9}line\u{a}null\u{0}"#),
    ("del\u{7f}", #"del\u{7f}"#),
    (#"back\slash"#, #"back\\slash"#),
    (#"\u{e9}"#, #"\\u{e9}"#),
  ])
  func `text becomes printable ASCII`(text: String, expected: String) {
    #expect(escaped(text) == expected)
  }

  @Test func `text of any scalars and any length becomes what the obvious way makes of it`() {
    let seed = RandomHistories.seed
    var generator = SplitMix64(seed: seed)
    for length in Array(0...40) + [29_990, 29_999, 30_000, 30_001, 40_000] {
      for share in [0.0, 0.01, 0.5, 1] {
        var text = ""
        for _ in 0..<length {
          let isPlain = Double.random(in: 0..<1, using: &generator) >= share
          let value = UInt32.random(in: isPlain ? 0x20...0x7e : 0...0x10ffff, using: &generator)
          text.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{fffd}")
        }
        #expect(escaped(text) == reference(text), "seed \(seed), length \(length)")
      }
    }
  }

  @Test func `each byte alone is either printable or escaped`() {
    for byte in UInt8(0)...0x7f {
      for position in 0..<17 {
        var bytes = Array(repeating: UInt8(ascii: "x"), count: 17)
        bytes[position] = byte
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(escaped(text) == reference(text))
      }
    }
  }

  @Test func `bytes that are no UTF-8 are replaced`() {
    for bytes: [UInt8] in [
      [0xff], [0xc3], [0xe2, 0x82], [0x80, 0x80], [0xf8, 0x88, 0x80, 0x80],
      // Longer than they have to be, half of a pair of UTF-16, beyond the last scalar.
      [0xc0, 0x80], [0xe0, 0x80, 0xdc], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80],
    ] {
      let text = bytes.map { CChar(bitPattern: $0) }
      let result = text.withUnsafeBufferPointer {
        escaped(csignposts_make_text($0.baseAddress, $0.count, false))
      }
      #expect(result == String(repeating: #"\u{fffd}"#, count: bytes.count))
    }
  }

  @Test func `text that is too long for a viewer is cut and says so`() {
    let text = escaped(String(repeating: "x", count: 40_000))
    #expect(text.utf8.count == 30_000)
    #expect(text.hasSuffix("x..."))
  }

  @Test func `text of the greatest length is not cut`() {
    let text = String(repeating: "x", count: 30_000)
    #expect(escaped(text) == text)
  }

  @Test func `a literal is handed on as it is`() {
    let literal: StaticString = "literal"
    let text = TraceText.with(literal) { text in text }
    #expect(UInt(bitPattern: text.bytes) == UInt(bitPattern: literal.utf8Start))
    #expect(csignposts_text_is_terminated(text))
    #expect(csignposts_text_length(text) == 7)
  }

  @Test func `a literal of one scalar is handed on as well`() {
    // The compiler may keep it as a scalar and not as bytes.
    let scalar: StaticString = "\u{e9}"
    #expect(TraceText.with(scalar, escaped) == #"\u{e9}"#)
  }
}
