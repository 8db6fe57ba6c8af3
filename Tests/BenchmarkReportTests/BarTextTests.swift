import FoundationEssentials
import ReportRendering
import Testing

@testable import BenchmarkReport
@testable import BenchmarkResults

struct BarTextTests {
  private static func bar(
    _ kind: BarKind,
    comparedWith: String,
    ratio: Double,
    limit: Double = 1,
    unit: Double? = nil
  ) -> BarResult {
    BarResult(
      name: "bar",
      row: "row",
      comparedWith: comparedWith,
      ratio: ratio,
      limit: limit,
      kind: kind,
      unit: unit
    )
  }

  private static let missed: [(BarResult, sentence: String, cells: [String])] = [
    (
      bar(.ratio, comparedWith: "floor", ratio: 2), "row takes 2.00x floor, more than 1.00x",
      ["floor", "2.00x", "1.00x"]
    ),
    (
      bar(.difference, comparedWith: "a + b + 50.0 ns", ratio: 2, unit: 50),
      "row takes 100 ns longer than a + b, more than 50.0 ns",
      ["longer than a + b", "100 ns", "50.0 ns"]
    ),
    (
      bar(.median, comparedWith: "1.0 ms", ratio: 1.5, unit: 1e6),
      "row takes 1.50 ms in the median, more than 1.00 ms", ["the median", "1.50 ms", "1.00 ms"]
    ),
    (
      bar(.memory, comparedWith: "1000 bytes", ratio: 1.5, unit: 1000),
      "row holds 1500 bytes, more than 1000 bytes", ["memory", "1500 bytes", "1000 bytes"]
    ),
    (
      bar(.exponent, comparedWith: "exponent of size over 5 rows", ratio: 1.35, limit: 1.2),
      "row has 1.35 as exponent of size over 5 rows, more than 1.20",
      ["exponent of size over 5 rows", "1.35", "1.20"]
    ),
    (
      bar(.allocations, comparedWith: "allocations an operation", ratio: 3, limit: 0),
      "row has 3.00 allocations an operation, more than 0.00",
      ["allocations an operation", "3.00", "0.00"]
    ),
  ]

  @Test func `a missed bar is told in the words and units of its kind`() throws {
    var suite = SuiteResult.fixture()
    suite.bars = Self.missed.map(\.0)
    let lines = suite.failureLines.filter { $0.hasPrefix("MISSED") }
    #expect(lines == Self.missed.map { "MISSED bar: \($0.sentence)" })
    #expect(suite.promises.rows == Self.missed.map { ["bar", "row"] + $0.cells + ["NO"] })
    let junit = try ResultFormat.junit.render(ResultCollection(suites: [suite]))
    for bar in Self.missed { #expect(junit.contains(#"message="\#(bar.sentence)""#)) }
  }

  @Test func `a bar of a file of before kinds were written is a ratio`() throws {
    let text = #"""
      {"name":"bar","row":"row","comparedWith":"floor","ratio":2,"limit":1,"holds":false}
      """#
    let bar = try JSONDecoder().decode(BarResult.self, from: Data(text.utf8))
    #expect(bar.kind == nil)
    #expect(bar.missText == "row takes 2.00x floor, more than 1.00x")
  }

  @Test func `a bar that is not judged is told after the table`() {
    var suite = SuiteResult.fixture()
    suite.unjudgedBars = [UnjudgedBar(name: "bar", row: "row", reason: "it is late")]
    #expect(suite.failureLines.contains("not judged: bar: row: it is late"))
  }

  @Test func `a bar that misses 0 is in the picture, and one that holds it is not`() throws {
    var suite = SuiteResult.fixture("S")
    suite.bars = [0, 3].map {
      BarResult(
        name: "allocates \($0)",
        row: "row",
        comparedWith: "allocations an operation",
        ratio: $0,
        limit: 0,
        kind: .allocations
      )
    }
    let picture = try #require(SuitePicture.bars([suite]))
    #expect(picture.script.contains("S: allocates 3.0 (3.00 of 0)"))
    #expect(!picture.script.contains("allocates 0.0"))
    #expect(picture.caption.contains("limit of 0"))
    suite.bars?.removeLast()
    #expect(SuitePicture.bars([suite]) == nil)
  }
}
