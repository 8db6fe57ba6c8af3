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
    unit: Double? = nil,
    percentile: Double? = nil
  ) -> BarResult {
    BarResult(
      name: "bar",
      row: "row",
      comparedWith: comparedWith,
      ratio: ratio,
      limit: limit,
      kind: kind,
      unit: unit,
      percentile: percentile
    )
  }

  private static let missed: [(BarResult, sentence: String, cells: [String])] = [
    (
      bar(.ratio, comparedWith: "floor", ratio: 2), "row takes 2.00x floor, more than 1.00x",
      ["floor", "2.00x", "-", "1.00x"]
    ),
    (
      bar(.difference, comparedWith: "a + b + 50.0 ns", ratio: 2, unit: 50),
      "row takes 100 ns longer than a + b, more than 50.0 ns",
      ["longer than a + b", "100 ns", "-", "50.0 ns"]
    ),
    (
      bar(.median, comparedWith: "1.0 ms", ratio: 1.5, unit: 1e6),
      "row takes 1.50 ms in the median, more than 1.00 ms",
      ["the median", "1.50 ms", "-", "1.00 ms"]
    ),
    (
      bar(.ratio, comparedWith: "floor", ratio: 2, percentile: 0.999),
      "row takes 2.00x floor at p99.9 of both, more than 1.00x",
      ["p99.9 of floor", "2.00x", "-", "1.00x"]
    ),
    (
      bar(.percentile, comparedWith: "1.0 ms", ratio: 1.5, unit: 1e6, percentile: 0.99),
      "row takes 1.50 ms at p99, more than 1.00 ms", ["p99", "1.50 ms", "-", "1.00 ms"]
    ),
    (
      bar(.memory, comparedWith: "1000 bytes", ratio: 1.5, unit: 1000),
      "row holds 1500 bytes, more than 1000 bytes", ["memory", "1500 bytes", "-", "1000 bytes"]
    ),
    (
      bar(.exponent, comparedWith: "exponent of size over 5 rows", ratio: 1.35, limit: 1.2),
      "row has 1.35 as exponent of size over 5 rows, more than 1.20",
      ["exponent of size over 5 rows", "1.35", "-", "1.20"]
    ),
    (
      bar(.allocations, comparedWith: "allocations an operation", ratio: 3, limit: 0),
      "row has 3.00 allocations an operation, more than 0.00",
      ["allocations an operation", "3.00", "-", "0.00"]
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

  private static func judged(
    _ values: [Double],
    kind: BarKind = .median,
    slowdown: Double? = nil,
    disturbance: Disturbance? = nil
  ) -> BarResult {
    BarResult(
      name: "bar",
      row: "row",
      comparedWith: kind == .median ? "1.0 ms" : "floor",
      ratio: 2,
      limit: 1,
      kind: kind,
      unit: kind == .median ? 1e6 : nil,
      calibration: slowdown == nil ? nil : "a dependent add",
      slowdown: slowdown,
      judgement: BarJudgement(
        values: values.map { RoundValue($0) },
        limit: 1,
        allowance: 0,
        disturbance: disturbance
      )
    )
  }

  /// A bar of each verdict: 1.3 ms at the clock of the reference machine, on one that is 1.5 times slower.
  private static let ofEachVerdict = [
    judged(Array(repeating: 0.9, count: 8), slowdown: 1.5),
    judged(Array(repeating: 1.25, count: 7) + [1.5], slowdown: 1.5),
    judged(
      Array(repeating: 0.8, count: 4) + Array(repeating: 1.6, count: 4),
      kind: .ratio,
      disturbance: Disturbance(others: 0.4, steal: 0, load: 2)
    ),
  ]

  @Test func `a bar says where its value lies, and its limit here and on the reference machine`() {
    var suite = SuiteResult.fixture()
    suite.bars = Self.ofEachVerdict
    #expect(
      suite.promises.rows.map { Array($0.dropFirst(2)) } == [
        ["the median", "2.00 ms", "1.35 ms..1.35 ms", "1.00 ms (here 1.50 ms)", "yes"],
        ["the median", "2.00 ms", "1.88 ms..2.25 ms", "1.00 ms (here 1.50 ms)", "NO"],
        ["floor", "2.00x", "0.80x..1.60x", "1.00x", "can't be told"],
      ]
    )
    let lines = suite.failureLines
    #expect(lines[0] == "1 of 3 bars hold, 1 is missed, 1 can't be told here")
    let missed = """
      MISSED bar: row takes 2.00 ms in the median (1.88 ms..2.25 ms with 99.2 %, 8 rounds), more than \
      1.50 ms (1.00 ms on the reference machine; a dependent add took 1.50 times as long here)
      """
    #expect(lines[1] == missed)
    let uncertain = """
      can't be told: bar: row takes 2.00x floor (0.80x..1.60x with 99.2 %, 8 rounds), where 1.00x is the \
      limit: the rounds differ by more than the distance to the limit; other programs had 40 % of the \
      processors' time, load average 2.0
      """
    #expect(lines[2] == uncertain)
  }

  @Test func `JUnit fails for what is missed only, and skips what can't be told`() throws {
    var suite = SuiteResult.fixture()
    suite.bars = Self.ofEachVerdict
    let junit = try ResultFormat.junit.render(ResultCollection(suites: [suite]))
    #expect(junit.contains(#"tests="6" failures="1" errors="0" skipped="1""#))
    #expect(junit.matches(of: /<failure message="row takes 2.00 ms/).count == 1)
    #expect(junit.matches(of: /<skipped message="row takes 2.00x floor/).count == 1)
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
}
