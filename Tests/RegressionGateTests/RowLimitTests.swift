import BenchmarkResults
import Foundation
import Testing

@testable import RegressionGate

/// A row's own limits, as its source gives them.
@Suite(.timeLimit(.minutes(30)))
struct RowLimitTests {
  private func row(
    base: RowLimit? = nil,
    head: RowLimit? = nil,
    time: Double = 0,
    instructions: Double = 100,
    allocations: Double = 10,
    isConcurrent: Bool = false
  ) -> RowJudgement {
    var evidence = RowEvidence(executable: "Bench", row: "row", presence: .both)
    evidence.isConcurrent = isConcurrent
    (evidence.baseLimit, evidence.limit) = (base, head)
    evidence.times = [
      TimeEvidence(
        metric: .wall,
        ratios: PairRatios(
          strata: Array(repeating: (0..<8).map { time + 0.001 * Double($0 - 4) }, count: 4)
        ),
        base: 100,
        head: 100,
        isConcurrent: isConcurrent,
        isWhole: true
      )
    ]
    func counts(_ instructions: Double, _ allocations: Double) -> RowCounts {
      RowCounts(
        instructions: instructions,
        allocations: allocations,
        objects: 0,
        retains: 0,
        releases: 0,
        iterations: 1000
      )
    }
    evidence.baseCounts = counts(100, 10)
    evidence.headCounts = counts(instructions, allocations)
    return RowJudgement(evidence, limits: GateLimits())
  }

  private func report(_ rows: [RowJudgement]) -> GateReport {
    GateReport(
      base: "main (0123456789ab)",
      head: "0123456789ab",
      date: "2026-01-02T03:04:05Z",
      machine: .current(),
      loadAverages: [],
      limits: GateLimits(),
      plan: PairPlan(),
      seconds: 1,
      rows: rows,
      controls: [],
      notes: [],
      interruption: nil
    )
  }

  @Test func `a row may grow by its own limit, in time and in counts`() {
    #expect(row(time: 0.04).verdict == .regression)
    #expect(row(head: .atMost(.percent(5)), time: 0.04).verdict == .pass)
    #expect(row(head: .atMost(.percent(5)), time: 0.06).verdict == .regression)
    #expect(row(head: .atMost(.percent(5)), instructions: 104).verdict == .pass)
    #expect(row(head: .atMost(.percent(5)), instructions: 106).verdict == .regression)
    #expect(row(head: .atMost(.percent(20)), allocations: 12).verdict == .pass)
    #expect(row(head: .atMost(.percent(20)), allocations: 13).verdict == .regression)
  }

  @Test func `what its limit leaves out keeps the gate's own limits`() {
    let own = RowLimit.atMost(time: .percent(20))
    #expect(row(head: own, time: 0.1).verdict == .pass)
    #expect(row(head: own, instructions: 101).verdict == .regression)
    #expect(row(head: own, allocations: 11).verdict == .regression)
    #expect(row(head: .atMost(instructions: .percent(2)), instructions: 101).verdict == .pass)
    #expect(row(head: .atMost(instructions: .percent(2)), time: 0.04).verdict == .regression)
  }

  @Test func `a limit may be tighter, also of several threads`() {
    #expect(row(time: 0.02).verdict == .pass)
    #expect(row(head: .atMost(time: .percent(1)), time: 0.02).verdict == .regression)
    #expect(row(time: 0.06, isConcurrent: true).verdict == .pass)
    let tight = row(head: .atMost(.percent(5)), time: 0.06, isConcurrent: true)
    #expect(tight.verdict == .regression)
    #expect(tight.details.contains { $0.contains("its own limit +5.0 %") }, "\(tight.details)")
    // The share of the limit from which a first look is followed by a second stays the same.
    let limits = GateLimits()
    let own = limits.with(.atMost(time: .percent(20)))
    #expect(own.wallFlag / own.wall == limits.wallFlag / limits.wall)
  }

  @Test func `the head's limit applies, and one that was raised is told`() {
    let raised = row(base: .atMost(.percent(5)), head: .atMost(.percent(20)), time: 0.1)
    #expect(raised.verdict == .pass)
    let report = report([raised])
    let sentence = "Bench row: its limit of wall time was raised from 5 % to 20 % by this change"
    #expect(report.text().contains("note: \(sentence)\n"))
    #expect(report.markdown().contains("- note: \(sentence)\n"))
    #expect(report.text().contains("its limit of instructions was raised from 5 % to 20 %"))
    #expect(report.markdown().contains("but for 1 row with a limit of its own"))
  }

  @Test func `a first limit above the gate's own is told, and a lowered one isn't`() {
    let first = report([row(head: .atMost(time: .percent(4)))])
    #expect(first.raisedLimits.count == 1)
    #expect(first.raisedLimits[0].contains("of wall time was raised from 2.5 % to 4 % by"))
    let gone = report([row(base: .atMost(time: .percent(1)))])
    #expect(gone.raisedLimits.count == 1)
    #expect(gone.raisedLimits[0].contains("of wall time was raised from 1 % to 2.5 % by"))
    #expect(
      report([row(base: .atMost(.percent(20)), head: .atMost(.percent(5)))]).raisedLimits == []
    )
    #expect(report([row()]).raisedLimits == [])
    // Of several threads the counts are not judged, and the time may grow by 10 % anyway.
    let threads = report([row(head: .atMost(.percent(8)), isConcurrent: true)])
    #expect(threads.raisedLimits == [])
  }

  @Test func `evidence and limits of before are read`() throws {
    let judged = row()
    let data = try JSONEncoder().encode(judged.evidence)
    #expect(!String(decoding: data, as: UTF8.self).contains("imit\""))
    #expect(try JSONDecoder().decode(RowEvidence.self, from: data) == judged.evidence)
    let limits = String(decoding: try JSONEncoder().encode(GateLimits()), as: UTF8.self)
    let older = limits.replacing("\"allocations\":0,", with: "")
      .replacing(",\"allocations\":0", with: "")
    #expect(older != limits)
    #expect(try JSONDecoder().decode(GateLimits.self, from: Data(older.utf8)) == GateLimits())
  }
}
