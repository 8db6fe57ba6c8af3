import CSignposts
import Testing

@testable import Signposts

/// A value of a field, by its type.
private enum Value: Equatable {
  case integer(Int64)
  case float(Double)
  case boolean(Bool)
  case text(String)

  var bits: UInt64 {
    switch self {
    case .integer(let value): .bits(of: value)
    case .float(let value): .bits(of: value)
    case .boolean(let value): .bits(of: value)
    case .text(let value): hash(value)
    }
  }
}

private func hash(_ text: String) -> UInt64 { TraceText.with(text) { csignposts_hash($0).hash } }

/// Which fields are told again when they are set again.
@Suite struct ToldFieldsTests {
  /// Whether each field is told, where all of them are one interval's.
  private func areTold(_ fields: [(key: String, value: Value)]) -> [Bool] {
    var told = ToldFields()
    return fields.map { told.note(hash($0.key), $0.value.bits) }
  }

  @Test func `a field is told when it is new or has another value, whatever it had before`() {
    let fields: [(String, Value)] = [
      ("key", .text("one")), ("key", .text("one")), ("key", .text("two")), ("key", .text("one")),
      ("other", .text("one")), ("key", .text("one")),
    ]
    #expect(areTold(fields) == [true, false, true, true, true, false])
  }

  @Test func `values of different types differ, though their bits are the same`() {
    let values: [Value] = [
      .integer(0), .float(0), .boolean(false), .text(""), .integer(1), .boolean(true),
      .float(.leastNonzeroMagnitude), .text("\u{1}"),
    ]
    for first in values.indices {
      for second in values.indices {
        let isTold = areTold([("key", values[first]), ("key", values[second])])
        #expect(isTold == [true, first != second], "\(first) \(second)")
      }
    }
  }

  @Test func `texts differ by each of their bytes, and by their length`() {
    var texts: Set<String> = []
    for length in 0...40 {
      let text = String(repeating: "a", count: length)
      texts.formUnion([text, text + "\0", "\0" + text])
      for place in 0..<length {
        var scalars = Array(text.unicodeScalars)
        scalars[place] = "b"
        texts.insert(String(String.UnicodeScalarView(scalars)))
      }
    }
    let keys = texts.map { ($0, Value.integer(1)) }
    #expect(areTold(keys).allSatisfy { $0 })
    #expect(areTold(texts.map { ("key", .text($0)) }).allSatisfy { $0 })
  }

  @Test func `fields are found in any order`() {
    let fields = (0..<50).map { ("key \($0)", Value.integer($0)) }
    let isTold = areTold(fields + fields + fields.reversed() + fields.shuffled())
    #expect(isTold.prefix(50).allSatisfy { $0 })
    #expect(!isTold.dropFirst(50).contains(true))
  }
}
