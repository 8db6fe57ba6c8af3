import Foundation
import ReportRendering
import Testing

@testable import BenchmarkReport
@testable import BenchmarkResults

struct ResultSummaryTests {
  private func highlight(
    _ subject: String,
    _ row: String,
    _ others: (String, String)...
  ) -> Highlight {
    Highlight(
      subject: subject,
      row: row,
      others: others.map { Highlight.Other(row: $0.0, words: $0.1) }
    )
  }

  private func bar(_ name: String, _ verdict: BarVerdict) -> BarResult {
    let ratio = verdict == .held ? 0.5 : 2
    // Between the limits of its rounds, or beyond the limit in all of them.
    let values = verdict == .uncertain ? [0.5, 2, 0.5, 2, 0.5, 2, 0.5, 2, 2] : [ratio]
    let judgement =
      verdict == .uncertain
      ? BarJudgement(
        values: values.map { RoundValue($0) },
        limit: 1,
        allowance: 0,
        disturbance: nil
      ) : nil
    return BarResult(
      name: name,
      row: "row",
      comparedWith: "floor",
      ratio: ratio,
      limit: 1,
      judgement: judgement
    )
  }

  @Test func `a suite says in its own words what it costs, in three ratios at most`() {
    var suite = SuiteResult.fixture("Dispatch")
    suite.highlights = [
      highlight("what wasn't measured", "gone", ("cas", "an exchange")),
      highlight(
        "a dispatch",
        "dispatch/producers=2",
        ("cas", "an exchange"),
        ("gone", "nothing"),
        ("mutex/producers=2", "a Mutex")
      ),
      highlight("once more", "dispatch/producers=2", ("cas", "one"), ("cas", "two")),
    ]
    let text = ResultSummary(ResultCollection(suites: [suite])).text()
    #expect(
      text == """
        What it costs, in multiples of what it is compared with:
          Dispatch  a dispatch: 2.00x an exchange, 0.50x a Mutex, once more: 2.00x one
        In none of 1 comparisons with a peer is the peer faster.

        """
    )
  }

  @Test func `a suite that names nothing tells its first row`() {
    let text = ResultSummary(ResultCollection(suites: [.fixture("Mine")])).text()
    #expect(text.contains("  Mine  dispatch/producers=2: 2.00x cas\n"))
  }

  @Test func `one that names only what wasn't measured has no line`() {
    var suite = SuiteResult.fixture("Mine")
    suite.highlights = [highlight("a", "gone", ("cas", "b"))]
    #expect(!ResultSummary(ResultCollection(suites: [suite])).text().contains("What it costs"))
  }

  @Test func `long lines are broken between ratios`() throws {
    var suite = SuiteResult.fixture("Suite")
    let words = String(repeating: "word ", count: 12) + "end"
    suite.highlights = [
      highlight("a", "dispatch/producers=2", ("cas", words), ("mutex/producers=2", words))
    ]
    let lines = ResultSummary(ResultCollection(suites: [suite])).text().split(separator: "\n")
    try #require(lines.count == 4)
    #expect(lines[1] == "  Suite  a: 2.00x \(words),")
    #expect(lines[2] == "         0.50x \(words)")
    let narrow = ResultSummary(ResultCollection(suites: [suite])).text(width: 75)
      .split(separator: "\n")
    // No ratio is broken; sentences are.
    #expect(narrow[..<3].map(\.self) == lines[..<3].map(\.self))
    #expect(narrow.dropFirst(3).allSatisfy { $0.count <= 75 })
  }

  @Test func `bars are counted, and the first that don't hold are named`() {
    var suite = SuiteResult.fixture("A", rows: [.fixture("row", nanoseconds: 1)])
    suite.bars =
      (0..<3).map { bar("held \($0)", .held) } + (0..<7).map { bar("missed \($0)", .missed) }
      + [bar("open", .uncertain)]
    let text = ResultSummary(ResultCollection(suites: [suite])).text()
    #expect(
      text.hasPrefix(
        """
        3 of 11 bars hold, 7 are missed, 1 can't be told here.
          missed: A: missed 0: row: 2.00x, at most 1.00x
          missed: A: missed 1: row: 2.00x, at most 1.00x
          and 5 more bars that are missed
          can't be told: A: open: row: 2.00x, at most 1.00x (
        """
      )
    )
  }

  @Test func `what failed, and what wasn't measured to the end, is said`() {
    let failures = (0..<6).map { RowFailure(row: "row \($0)", message: "wrong") }
    let text = ResultSummary(
      ResultCollection(suites: [.fixture("A", rows: [], failures: failures, isComplete: false)])
    ).text()
    #expect(text.contains("FAILED A: row 1: wrong\n  and 4 more rows that failed\n"))
    #expect(text.hasSuffix("INCOMPLETE: the run ended before the last row of A\n"))
  }

  @Test func `it fits on a screen`() {
    let suites = (0..<17).map { number in
      var suite = SuiteResult.fixture("A suite \(number)")
      suite.highlights = [
        highlight(
          "what a suite says of itself",
          "dispatch/producers=2",
          ("cas", "the first that it is compared with"),
          ("mutex/producers=2", "the second that it is compared with")
        )
      ]
      suite.bars = [bar("missed", .missed), bar("open", .uncertain)]
      suite.failures = [RowFailure(row: "row", message: "wrong")]
      return suite
    }
    let lines = ResultSummary(ResultCollection(suites: suites)).text()
      .split(separator: "\n", omittingEmptySubsequences: false)
    // What make bench says besides takes seven of forty.
    #expect(lines.count <= 33)
    #expect(!lines.contains { $0.hasSuffix(",") })
  }

  @Test func `a file without highlights is read as before, and one with them keeps them`() throws {
    var suite = SuiteResult.fixture("A")
    let before = try JSONEncoder().encode(suite)
    #expect(!String(decoding: before, as: UTF8.self).contains("highlights"))
    #expect(try JSONDecoder().decode(SuiteResult.self, from: before) == suite)
    suite.highlights = [highlight("a", "row", ("cas", "b"))]
    let after = try JSONEncoder().encode(suite)
    #expect(try JSONDecoder().decode(SuiteResult.self, from: after).highlights == suite.highlights)
  }
}
