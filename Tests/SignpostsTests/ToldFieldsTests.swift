import Testing

@testable import Signposts

/// Which fields are told again when they are set again.
@Suite struct ToldFieldsTests {
  @Test func `a field is told when it is new or has another value, whatever it had before`() {
    var told = ToldFields()
    let values: [ToldFields.Value] = [.text("one"), .text("one"), .text("two"), .text("one")]
    #expect(values.map { told.note("key", $0) } == [true, false, true, true])
    #expect(told.note("other", .text("one")))
    #expect(!told.note("key", .text("one")))
  }

  @Test func `values of different types differ, though their bits are the same`() {
    let values: [ToldFields.Value] = [
      .integer(0), .float(0), .boolean(false), .text(""), .integer(1), .boolean(true),
      .float(.leastNonzeroMagnitude), .text("\u{1}"),
    ]
    for first in values.indices {
      for second in values.indices {
        var told = ToldFields()
        #expect(told.note("key", values[first]))
        #expect(told.note("key", values[second]) == (first != second), "\(first) \(second)")
      }
    }
  }

  @Test func `texts differ by each of their bytes, and by their length`() {
    var texts: Set<String> = []
    for length in 0...40 {
      let text = String(repeating: "a", count: length)
      texts.insert(text)
      for place in 0..<length {
        var scalars = Array(text.unicodeScalars)
        scalars[place] = "b"
        texts.insert(String(String.UnicodeScalarView(scalars)))
      }
      texts.insert(text + "\0")
      texts.insert("\0" + text)
    }
    var told = ToldFields()
    for text in texts { #expect(told.note(text, .integer(1)), "\(text)") }
    for text in texts.sorted() { #expect(!told.note(text, .integer(1)), "\(text)") }
  }

  @Test func `fields are found in any order`() {
    var told = ToldFields()
    let keys = (0..<50).map { "key \($0)" }
    for key in keys { #expect(told.note(key, .text(key))) }
    for key in keys + keys.reversed() + keys.shuffled() { #expect(!told.note(key, .text(key))) }
  }
}
