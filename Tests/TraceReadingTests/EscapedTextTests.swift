#if HAS_BABELTRACE
import CSignposts
import Foundation
import SeededRandom
import Testing

@testable import TraceReading

/// What programs write, as the reader tells it.
@Suite(.enabled(if: TraceReader.isSupported))
struct EscapedTextTests {
  /// The text as a program's event has it.
  private func escaped(_ text: String) -> [UInt8] {
    var bytes = text.utf8.map { CChar(bitPattern: $0) }
    let text = bytes.withUnsafeMutableBufferPointer {
      csignposts_make_text($0.baseAddress, $0.count, false)
    }
    return bytes.withUnsafeMutableBufferPointer { _ in
      let length = csignposts_escaped_length(text)
      var result = [CChar](repeating: 0x55, count: length + 32)
      csignposts_escape(text, &result)
      #expect(result[length] == 0)
      #expect(result[(length + 1)...].allSatisfy { $0 == 0x55 }, "written behind its end")
      return result[..<length].map { UInt8(bitPattern: $0) }
    }
  }

  private func unescaped(_ bytes: [UInt8]) -> String {
    let unescaped = bytes.withUnsafeBytes { EscapedText.unescaped($0) }
    return String(decoding: unescaped ?? bytes, as: UTF8.self)
  }

  static let texts = [
    "", "GET /plain", "café", "größe", "Ελληνικά", "Русский", "עברית", "العربية", "हिन्दी", "ไทย", "中文",
    "日本語", "한국어", "🗡️👩‍👩‍👧‍👦🇨🇭", "e\u{301}", #"\"#, #"\\"#, #"C:\new\table"#, #"\u{e9}"#, #"\\u{e9}"#,
    #"\xc3\xa9"#, #"ends in \"#, "tab\tline\nbell\u{7}null\u{0}escape\u{1b}[31m", "\u{7f}\u{80}",
    "\u{fffd}\u{10ffff}\u{feff}", #"\u{"#, #"\u{110000}"#, #"é\é"#,
  ]

  @Test(arguments: texts)
  func `a text comes back as it was`(text: String) {
    let bytes = escaped(text)
    #expect(bytes.allSatisfy { (0x20...0x7e).contains($0) })
    #expect(Array(unescaped(bytes).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func `a text of any scalars comes back as it was`() {
    let seed = RandomHistories.seed
    var generator = SplitMix64(seed: seed)
    let signs = Array(#"\\\\u{}x09afé🗡"#.unicodeScalars)
    for _ in 0..<500 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<40, using: &generator) {
        let any = Unicode.Scalar(UInt32.random(in: 0...0x10ffff, using: &generator))
        let sign = signs.randomElement(using: &generator)
        let scalar = Bool.random(using: &generator) ? any : sign
        text.unicodeScalars.append(scalar ?? "?")
      }
      #expect(
        Array(unescaped(escaped(text)).unicodeScalars) == Array(text.unicodeScalars),
        "seed \(seed)"
      )
    }
  }

  @Test func `a text that was cut comes back without half of an escape`() {
    for text in ["é", #"\"#, "🗡"] {
      let cut = unescaped(escaped(String(repeating: text, count: 20_000)))
      #expect(cut.hasSuffix(text + "..."))
      #expect(cut.dropLast(3).allSatisfy { String($0) == text })
    }
  }

  @Test(arguments: [
    (#"C:\dir"#, #"C:\dir"#), (#"caf\u{e9}"#, "café"), (#"\u{d800}"#, #"\u{d800}"#),
    (#"\u{}"#, #"\u{}"#), (#"\u{e9"#, #"\u{e9"#), (#"\xc3\xa9"#, "é"), (#"\xc"#, #"\xc"#),
    (#"\xff"#, "\u{fffd}"), (#"\u{+e9}"#, #"\u{+e9}"#),
  ])
  func `what no emitter writes today is told as in earlier versions, but for what they escaped`(
    text: String,
    expected: String
  ) {
    #expect(unescaped(Array(text.utf8)) == expected)
  }

  @Test(arguments: [false, true])
  func `only the texts of own events are told unescaped`(byLibrary: Bool) throws {
    for (event, expected) in [
      ("signpost:interval_begin", #"é \"#), ("shop:interval_begin", #"\u{e9} \\"#),
      ("signposts:interval_begin", #"\u{e9} \\"#),
    ] {
      try Fixture.withDirectory { directory in
        var trace = MadeTrace(.large, numbers: [0, 1])
        trace.replaced = [
          ("made:event_0", event), ("made:event_1", event.replacing("begin", with: "end")),
          ("_text", "_name"), ("_value", "_id"),
        ]
        trace.add([
          .init(number: 0, time: 1, text: #"\u{e9} \\"#, value: 7),
          .init(number: 1, time: 2, text: "", value: 7),
        ])
        try trace.write(to: directory)
        let reader = try TraceReader(path: directory)
        var names: [String] = []
        _ = try reader.read(byLibrary: byLibrary) { event in
          if case .begin(let begin) = event.payload, let name = begin.name {
            names.append(reader.catalog.string(name))
          }
        }
        #expect(reader.isReadPlainly != byLibrary)
        #expect(names == [expected])
      }
    }
  }
}
#endif
