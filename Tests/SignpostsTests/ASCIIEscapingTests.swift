import Testing

@testable import Signposts

@Suite struct ASCIIEscapingTests {
  @Test(arguments: [
    ("plain text", "plain text"),
    ("", ""),
    ("caf\u{e9}", #"caf\u{e9}"#),
    ("\u{1f5e1}", #"\u{1f5e1}"#),
    ("tab\tline\nnull\0", #"tab\u{9}line\u{a}null\u{0}"#),
    ("del\u{7f}", #"del\u{7f}"#),
    (#"back\slash"#, #"back\slash"#),
  ])
  func `text becomes printable ASCII`(text: String, expected: String) {
    #expect(String(decoding: ASCIIEscaping.escaped(text), as: UTF8.self) == expected)
  }

  @Test func `text that is too long for a viewer is cut and says so`() {
    let escaped = ASCIIEscaping.escaped(String(repeating: "x", count: 40_000))
    #expect(escaped.count == ASCIIEscaping.maximumLength)
    #expect(String(decoding: escaped.suffix(4), as: UTF8.self) == "x...")
  }

  @Test func `text of the greatest length is not cut`() {
    let text = String(repeating: "x", count: ASCIIEscaping.maximumLength)
    #expect(String(decoding: ASCIIEscaping.escaped(text), as: UTF8.self) == text)
  }

  @Test func `a literal in ASCII is passed on as it is`() {
    let literal: StaticString = "literal"
    ASCIIEscaping.withCString(literal) { cString in
      #expect(UInt(bitPattern: cString) == UInt(bitPattern: literal.utf8Start))
    }
  }

  @Test func `a literal outside ASCII is escaped`() {
    let literal: StaticString = "na\u{ef}ve"
    #expect(ASCIIEscaping.withCString(literal) { String(cString: $0) } == #"na\u{ef}ve"#)
  }
}
