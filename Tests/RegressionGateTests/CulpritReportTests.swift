import BenchmarkResults
import Foundation
import Statistics
import SuiteErrors
import Testing

@testable import Counting
@testable import RegressionGate

@Suite struct CulpritReportTests {
  private static func profile(_ costs: [(String, Int)]) -> String {
    let functions = costs.map { "ob=(1) /tmp/program\nfn=\($0.0)\n0 \($0.1)\n" }.joined()
    let total = costs.reduce(0) { $0 + $1.1 }
    return "# callgrind format\ncmd: /tmp/program\npositions: line\nevents: Ir\n"
      + functions + "totals: \(total)\n"
  }

  private static func counts(_ instructions: Double) -> RowCounts {
    RowCounts(
      instructions: instructions,
      allocations: 0,
      objects: 0,
      retains: 0,
      releases: 0,
      iterations: 1
    )
  }

  private static func attribution(
    _ base: [(String, Int)],
    _ head: [(String, Int)],
    scope: AttributionScope = .changed,
    rerun: () async throws -> Sides<SiteProfile>? = { nil }
  ) async -> RowAttribution? {
    func runs(_ costs: [(String, Int)]) -> CountedRuns {
      CountedRuns(short: [], long: [profile(costs)], operations: 1)
    }
    func total(_ costs: [(String, Int)]) -> Double { Double(costs.reduce(0) { $0 + $1.1 }) }
    return await CulpritSearch(scope: scope, findsLines: true).attribution(
      Sides(base: runs(base), head: runs(head)),
      comparisons: MetricComparison.counts(
        Sides(base: base, head: head).map { counts(total($0)) },
        isConcurrent: false,
        limits: GateLimits()
      ),
      rerun: rerun
    )
  }

  private static func row(_ instructions: Double, _ attribution: RowAttribution?) -> RowJudgement {
    var evidence = RowEvidence(executable: "Bench", row: "parse", presence: .both)
    evidence.baseCounts = counts(1000)
    evidence.headCounts = counts(instructions)
    evidence.attribution = attribution
    return RowJudgement(evidence, limits: GateLimits())
  }

  private static func report(_ row: RowJudgement) -> GateReport {
    GateReport(
      base: "main",
      head: "head",
      date: "2026-11-23T10:00:00Z",
      machine: .current(),
      loadAverages: [1, 2, 3],
      limits: GateLimits(),
      plan: PairPlan(),
      seconds: 12,
      rows: [row],
      controls: [],
      notes: [],
      interruption: nil
    )
  }

  @Test func `a changed row names its function in each report`() async throws {
    let attribution = try #require(
      await Self.attribution([("parse", 600), ("next", 400)], [("parse", 640), ("next", 820)])
    )
    let report = Self.report(Self.row(1460, attribution))
    let sentence = "`next` +420 instructions an operation, 91 % of the increase"
    let text = report.text()
    #expect(text.contains("  \(sentence)\n"), "\(text)")
    #expect(text.contains("    function  line  instructions  share"), "\(text)")
    let markdown = report.markdown(flames: ["Bench parse": "a/b.svg"])
    #expect(markdown.contains("- \(sentence)\n"), "\(markdown)")
    #expect(markdown.contains("| next |  | +420 | 91 % |"), "\(markdown)")
    #expect(markdown.contains("the functions that differ](<a/b.svg>)"))
    #expect(report.junit().contains(sentence))
    let data = try JSONEncoder().encode(report)
    let read = try JSONDecoder().decode(GateReport.self, from: data)
    #expect(read.rows[0].evidence.attribution == attribution)
    #expect(attribution.differences[0].attributed == 1)
    #expect(attribution.stacks.count == 2)
  }

  @Test func `a row that passes names nothing`() async {
    let same = [("parse", 600), ("next", 400)]
    #expect(await Self.attribution(same, same) == nil)
    // Within half a percent.
    #expect(await Self.attribution(same, [("parse", 604), ("next", 400)]) == nil)
    let some = await Self.attribution(same, [("parse", 604), ("next", 400)], scope: .all)
    #expect(some?.differences.first?.culprits.first?.function == "parse")
    #expect(await Self.attribution(same, same, scope: .all) == nil)
    #expect(await Self.attribution(same, [("parse", 999), ("next", 400)], scope: .none) == nil)
    let text = Self.report(Self.row(1004, some)).text()
    #expect(!text.contains("parse`"), "\(text)")
  }

  @Test func `what fails on the way to a line is a note, and the function is told`() async throws {
    let attribution = try #require(
      await Self.attribution([("next", 1000)], [("next", 2000)]) {
        throw SuiteError("valgrind", "it crashed", remedy: "see why")
      }
    )
    #expect(attribution.notes.contains("no source lines: valgrind: it crashed; see why"))
    #expect(attribution.differences[0].culprits[0].function == "next")
  }

  @Test func `a program without symbols is said to have none`() async throws {
    let attribution = try #require(
      await Self.attribution([("0x1000", 1000)], [("0x1010", 2000)])
    )
    #expect(attribution.differences[0].culprits.isEmpty)
    #expect(attribution.notes.count == 2)
    #expect(attribution.notes[0].hasPrefix("base: the program has no symbols"))
  }

  @Test func `a comparison without a gate tells what differs, and how many rows don't`() async {
    let attribution = await Self.attribution([("next", 1000)], [("next", 1003)], scope: .all)
    let differing = Self.report(Self.row(1003, attribution)).differenceText()
    #expect(
      differing.contains("Bench parse\n  instructions: 1000 -> 1003, +0.30 %\n"),
      "\(differing)"
    )
    #expect(differing.contains("  `next` +3 instructions an operation, 100 % of the increase\n"))
    let same = Self.report(Self.row(1000, nil))
    #expect(same.differenceText().contains("no difference: 1 row\n"))
    #expect(same.isCompared)
    var failed = RowEvidence(executable: "Bench", row: "parse", presence: .both)
    failed.failure = "head: it hangs"
    let broken = Self.report(RowJudgement(failed, limits: GateLimits()))
    #expect(!broken.isCompared && broken.differenceText().contains("head: it hangs"))
  }

  @Test func `names in backticks are code in Markdown, and nothing else is markup`() {
    #expect(RowAttribution.markdownLine("`a<b>_c` *x*") == "`a<b>_c` \\*x\\*")
    #expect(RowAttribution.markdownLine("`a *x*") == "\\`a \\*x\\*")
  }
}
