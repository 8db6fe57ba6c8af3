#if HAS_BABELTRACE
import Testing

@testable import TraceReading

/// Fields in one event, and texts and names of metrics that a trace has once: scenario `packed` of Fixtures/Traces/emit.c.
@Suite(.enabled(if: TraceReader.isSupported))
struct PackedFieldTests {
  @Test(arguments: [false, true])
  func `packed fields are those that the program has told, with numbers or without`(
    byLibrary: Bool
  ) throws {
    let reader = try TraceReader(path: Fixture.path("packed"))
    let catalog = reader.catalog
    var fields: [UInt64: [String: TraceField.Value]] = [:]
    var counters: [Int64] = []
    var samples: [Double] = []
    var names: Set<[String]> = []
    let summary = try reader.read(byLibrary: byLibrary) { event in
      switch event.payload {
      case .field(let id, let field):
        fields[id, default: [:]][catalog.string(field.key)] = field.value
      case .counter(let name, let value, let subsystem, let category, nil):
        counters.append(value)
        names.insert([name, subsystem, category].map { catalog.string($0) })
      case .sample(let name, let value, let subsystem, let category):
        samples.append(value)
        names.insert([name, subsystem, category].map { catalog.string($0) })
      default: break
      }
    }
    #expect(fields.count == 20)
    for (id, found) in fields {
      let told: [String: TraceField.Value] = [
        "http.request.method": .text("POST"), "caf\u{e9}": .text("a\tb\\\n\u{1}00"),
        "least": .integer(.min), "number": .integer(Int64(id)), "ratio": .float(0.1),
        "is_odd": .boolean(id % 2 == 1),
      ]
      #expect(found == told)
    }
    #expect(counters == Array(1...20))
    #expect(samples == (1...20).map { Double($0) / 2 })
    #expect(names == [["hits{code=200}", "fixture", "meter"]])
    #expect(summary.missingTexts == 0 && summary.isComplete)
    // One for all fields of an interval; what only names is no event.
    let counts = Dictionary(
      uniqueKeysWithValues: catalog.eventClasses.map { ($0.fullName, $0.count) }
    )
    #expect(counts["signpost:fields"] == 20 && (counts["signpost:text"] ?? 0) == 0)
  }

  private static func key(
    _ number: UInt64,
    of process: Int64,
    isSeries: Bool = false
  ) -> TextDictionary.Key {
    TextDictionary.Key(hostname: "host", processID: process, number: number, isSeries: isSeries)
  }

  @Test func `what was lost is looked for once, and then said to be lost`() throws {
    let catalog = TraceCatalog()
    let host = catalog.symbol(for: "host")
    let process = catalog.processIndex(for: .init(hostname: host, processID: 7, threadID: nil))
    var dictionary = TextDictionary()
    var searches = 0
    dictionary.findAll = {
      searches += 1
      return [
        Self.key(1, of: 7): ["told later"], Self.key(2, of: 8): ["another process's"],
        Self.key(1, of: 7, isSeries: true): ["hits", "shop", "meter"],
      ]
    }
    dictionary.define(3, as: catalog.symbol(for: "told"), in: process)
    func text(_ number: UInt64) -> String {
      catalog.string(dictionary.text(number, in: process, catalog))
    }
    #expect(text(3) == "told" && searches == 0)
    #expect(text(1) == "told later")
    #expect(text(2) == "text 2, lost" && text(2) == text(2))
    #expect(text(70_000) == "text 70000, lost")
    #expect(catalog.string(dictionary.series(1, in: process, catalog).0) == "hits")
    #expect(dictionary.missingCount == 2 && searches == 1)
    // A program that has replaced itself tells other texts.
    #expect(dictionary.definitions(catalog)[Self.key(3, of: 7)] == ["told"])
    dictionary.define(3, as: catalog.symbol(for: "told anew"), in: process)
    #expect(text(3) == "told anew")
    // Who looks for what is missing can't know whose it is.
    #expect(dictionary.definitions(catalog).isEmpty)
  }

  @Test func `what a program told that a process no longer executes isn't taken for another's`() {
    let catalog = TraceCatalog()
    let host = catalog.symbol(for: "host")
    let process = catalog.processIndex(for: .init(hostname: host, processID: 7, threadID: nil))
    var dictionary = TextDictionary()
    func define(_ number: UInt64, _ text: String) {
      dictionary.define(number, as: catalog.symbol(for: text), in: process)
    }
    func texts() -> [String] {
      (1...3).map { catalog.string(dictionary.text($0, in: process, catalog)) }
    }
    func tellAll(_ numbers: [UInt64: String], lost: Int = 0) {
      dictionary.tellAll(nil, in: process)
      for (number, text) in numbers { define(number, text) }
      dictionary.tellAll(numbers.count + lost, in: process)
    }
    let all = [UInt64(1): "one", 2: "two", 3: "three"]
    for (number, text) in all { define(number, text) }
    tellAll(all)
    #expect(texts() == ["one", "two", "three"])
    tellAll([1: "one"], lost: 2)
    #expect(texts() == ["one", "two", "three"])
    // Two sessions at once.
    dictionary.tellAll(nil, in: process)
    tellAll([1: "one"])
    dictionary.tellAll(3, in: process)
    #expect(texts() == ["one", "two", "three"])
    // Another program, whose text 3 was lost.
    tellAll([1: "other"])
    define(2, "told later")
    #expect(texts() == ["other", "told later", "text 3, lost"])
    define(3, "told at its end")
    #expect(texts().last == "told at its end" && dictionary.missingCount == 1)
  }
}
#endif
