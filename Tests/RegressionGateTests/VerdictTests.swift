import BenchmarkResults
import Foundation
import Statistics
import Testing

@testable import RegressionGate

@Suite(.timeLimit(.minutes(30)))
struct VerdictTests {
  private let limits = GateLimits()

  private func counts(
    instructions: Double = 100,
    allocations: Double = 0,
    retains: Double = 2
  ) -> RowCounts {
    RowCounts(
      instructions: instructions,
      allocations: allocations,
      objects: 0,
      retains: retains,
      releases: 2,
      iterations: 1000
    )
  }

  /// Pairs of 4 code offsets whose centres differ by so much, each with a scatter of 0.4 %.
  private func time(
    _ centres: [Double],
    isWhole: Bool = true,
    scatter: Double = 0.004
  ) -> TimeEvidence {
    let strata = centres.map { centre in
      (0..<8).map { centre + scatter * (Double($0) - 3.5) / 3.5 }
    }
    return TimeEvidence(
      metric: .wall,
      ratios: PairRatios(strata: strata),
      base: 100,
      head: 100,
      isWhole: isWhole
    )
  }

  private func judge(
    base: RowCounts? = nil,
    head: RowCounts? = nil,
    time: TimeEvidence? = nil,
    control: TimeEvidence? = nil,
    isConcurrent: Bool = false,
    alarm: String? = nil
  ) -> RowJudgement {
    var evidence = RowEvidence(executable: "Bench", row: "row", presence: .both)
    evidence.baseCounts = base
    evidence.headCounts = head
    evidence.times = time.map { [$0] } ?? []
    evidence.control = control
    evidence.isConcurrent = isConcurrent
    return RowJudgement(evidence, limits: limits, alarm: alarm)
  }

  @Test func `half a percent of instructions is the limit`() {
    #expect(judge(base: counts(), head: counts(instructions: 100.5)).verdict == .pass)
    #expect(judge(base: counts(), head: counts(instructions: 100.51)).verdict == .regression)
    #expect(judge(base: counts(), head: counts(instructions: 99)).verdict == .improvement)
  }

  @Test func `any allocation more is a regression, also the first`() {
    let none = judge(base: counts(), head: counts(allocations: 0.001))
    #expect(none.verdict == .regression)
    #expect(none.regressions.first?.change == nil)
    #expect(none.regressions.first?.note == "there were none before")
    let one = judge(base: counts(allocations: 1), head: counts(allocations: 1.01))
    #expect(one.verdict == .regression)
    #expect(judge(base: counts(allocations: 1), head: counts(allocations: 1)).verdict == .pass)
  }

  @Test func `retains are told and decide nothing`() {
    let row = judge(base: counts(), head: counts(retains: 3))
    #expect(row.verdict == .pass)
    #expect(row.comparisons.contains { $0.metric == .retains && $0.verdict == .regression })
  }

  @Test func `counts of rows with several threads are told, but for a first allocation`() {
    func concurrent(_ base: RowCounts, _ head: RowCounts) -> RowJudgement {
      let still = time([0, 0, 0, 0])
      return judge(base: base, head: head, time: still, isConcurrent: true)
    }
    let slower = concurrent(counts(), counts(instructions: 150))
    #expect(slower.verdict == .pass)
    let instructions = slower.comparisons.first { $0.metric == .instructions }
    #expect(instructions?.verdict == .regression && instructions?.isGated == false)
    #expect(concurrent(counts(allocations: 1), counts(allocations: 2)).verdict == .pass)
    #expect(concurrent(counts(), counts(allocations: 0.005)).verdict == .pass)
    #expect(concurrent(counts(), counts(allocations: 0.006)).verdict == .regression)
  }

  @Test func `counts alone say nothing of several threads`() {
    let row = judge(
      base: counts(allocations: 3),
      head: counts(instructions: 140, allocations: 4),
      isConcurrent: true
    )
    #expect(row.verdict == .unknown)
    #expect(row.notes == ["nothing of it is gated without its wall time"])
    #expect(judge().verdict == .unmeasured)
  }

  @Test func `a change that could not be compared with the base itself is unknown`() {
    var evidence = RowEvidence(executable: "Bench", row: "row", presence: .both)
    evidence.times = [time([0.04, 0.05, 0.03, 0.04])]
    evidence.failure = "base: it stopped"
    #expect(RowJudgement(evidence, limits: limits).verdict == .unmeasured)
  }

  @Test func `wall time of rows with several threads may grow by ten percent`() {
    func concurrent(_ change: Double) -> Verdict {
      var change = time([change, change, change, change])
      change.isConcurrent = true
      return judge(time: change, isConcurrent: true).verdict
    }
    #expect(concurrent(0.09) == .pass)
    #expect(concurrent(0.11) == .regression)
  }

  @Test func `wall time that grows at all code offsets is a regression`() {
    #expect(judge(time: time([0.04, 0.05, 0.03, 0.04])).verdict == .regression)
    #expect(judge(time: time([-0.04, -0.05, -0.03, -0.04])).verdict == .improvement)
    #expect(judge(time: time([0.02, 0.02, 0.03, 0.02])).verdict == .pass)
  }

  @Test func `wall time that grows at two code offsets of four is where the linker put it`() {
    let row = judge(time: time([0.12, 0, 0, 0.1]))
    #expect(row.verdict == .pass)
    #expect(row.comparisons[0].note?.contains("at 2 of 4 code offsets") == true)
  }

  @Test func `a first look alone accuses nobody`() {
    #expect(judge(time: time([0.04, 0.05, 0.03, 0.04], isWhole: false)).verdict == .pass)
  }

  @Test func `pairs that scatter too much say nothing, unless the change dwarfs them`() {
    let noisy = judge(time: time([0.04, 0.05, 0.03, 0.04], scatter: 0.12))
    #expect(noisy.verdict == .unknown)
    #expect(judge(time: time([2, 2.1, 1.9, 2], scatter: 0.12)).verdict == .regression)
  }

  @Test func `of pairs that scatter the bounds decide, where they leave no doubt`() {
    func concurrent(_ change: Double) -> Verdict {
      var change = time([change, change, change, change], scatter: 0.1)
      change.isConcurrent = true
      return judge(time: change, isConcurrent: true).verdict
    }
    // All that lies between them is within the limit of 10 %, or beyond it.
    #expect(concurrent(0.01) == .pass)
    #expect(concurrent(0.08) == .unknown)
    #expect(concurrent(0.12) == .unknown)
    #expect(concurrent(0.2) == .regression)
    #expect(concurrent(-0.2) == .improvement)
    #expect(judge(time: time([0.01, 0.01, 0.01, 0.01], scatter: 0.1)).verdict == .unknown)
  }

  @Test func `threads that other programs keep from running together prove nothing`() {
    func row(others: Double, isConcurrent: Bool, change: Double = 0) -> RowJudgement {
      var time = time([change, change, change, change])
      time.isConcurrent = isConcurrent
      time.disturbance = Disturbance(others: others, steal: 0)
      return judge(time: time, isConcurrent: isConcurrent)
    }
    #expect(row(others: 0.05, isConcurrent: true).verdict == .pass)
    let busy = row(others: 0.5, isConcurrent: true)
    #expect(busy.verdict == .unknown)
    #expect(
      busy.comparisons[0].note
        == "other programs had 50 % of the processors' time: threads that don't run together don't meet"
    )
    #expect(row(others: 0.5, isConcurrent: false).verdict == .pass)
    // What is seen all the same is there.
    #expect(row(others: 0.5, isConcurrent: true, change: 0.3).verdict == .regression)
  }

  @Test func `over the limit without being certain is unknown`() {
    let pairs = [0.05, 0.05, 0.051, 0.05, 0.049, -0.2, -0.21, -0.2]
    var uncertain = time([0, 0, 0, 0])
    uncertain.ratios = PairRatios(strata: Array(repeating: pairs, count: 4))
    let row = judge(time: uncertain)
    #expect(row.verdict == .unknown)
    #expect(row.comparisons[0].note?.contains("too noisy") == true)
  }

  @Test func `counts decide where wall time is unknown`() {
    let noisy = time([0.04, 0.05, 0.03, 0.04], scatter: 0.12)
    #expect(judge(base: counts(), head: counts(), time: noisy).verdict == .pass)
    #expect(
      judge(base: counts(), head: counts(instructions: 110), time: noisy).verdict == .regression
    )
  }

  @Test func `what isn't the speed of a row doesn't decide where its wall time is unknown`() {
    var noisy = time([0.1, 0.11, 0.09, 0.1], scatter: 0.12)
    noisy.isConcurrent = true
    // That it allocates nothing still is known, and says nothing of a lock.
    let row = judge(base: counts(), head: counts(), time: noisy, isConcurrent: true)
    #expect(row.comparisons.contains { $0.isGated && $0.verdict == .pass })
    #expect(row.verdict == .unknown)
    #expect(row.comparisons[0].note?.contains("too noisy") == true)
    let more = judge(base: counts(), head: counts(allocations: 1), time: noisy, isConcurrent: true)
    #expect(more.verdict == .regression)
    var command = RowEvidence(executable: "Bench", row: "row", presence: .both)
    command.times = [time([0.04, 0.05, 0.03, 0.04], scatter: 0.12)]
    (command.baseMemory, command.headMemory) = (1e8, 1e8)
    #expect(RowJudgement(command, limits: limits).verdict == .unknown)
  }

  @Test(arguments: [
    (base: 40_000_000, head: 80_000_000, inherited: Int?.some(100_000_000), isCompared: false),
    (base: 100_000_000, head: 104_000_000, inherited: 100_000_000, isCompared: false),
    (base: 100_000_000, head: 300_000_000, inherited: 100_000_000, isCompared: true),
    (base: 40_000_000, head: 80_000_000, inherited: nil, isCompared: true),
  ])
  func `a peak of memory counts only beyond the one that a command is started with`(
    base: Int,
    head: Int,
    inherited: Int?,
    isCompared: Bool
  ) {
    var evidence = RowEvidence(executable: "commands", row: "tool", presence: .both)
    evidence.note(peakMemory: Sides(base: base, head: head), inherited: inherited)
    #expect((evidence.headMemory == Double(head)) == isCompared)
    #expect(evidence.notes.contains { $0.contains("peak memory not compared") } != isCompared)
  }

  @Test func `no wall time is believed where the same code differs as well`() {
    let change = time([0.04, 0.05, 0.03, 0.04])
    #expect(judge(time: change, control: change).verdict == .unknown)
    #expect(judge(time: change, control: time([0, 0, 0, 0])).verdict == .regression)
    #expect(judge(time: change, alarm: "the machine").verdict == .unknown)
  }

  @Test func `the same instructions and more time points to memory`() {
    let row = judge(base: counts(), head: counts(), time: time([0.04, 0.05, 0.03, 0.04]))
    #expect(row.notes.contains { $0.contains("as many instructions") })
  }

  @Test func `what was not measured is never a pass`() {
    #expect(judge().verdict == .unmeasured)
    var evidence = RowEvidence(executable: "Bench", row: "row", presence: .both)
    evidence.times = [time([0, 0, 0, 0])]
    evidence.countingFailure = "no valgrind"
    #expect(RowJudgement(evidence, limits: limits).verdict == .unmeasured)
    evidence.countingFailure = nil
    evidence.failure = "head: signal 11 ended it"
    #expect(RowJudgement(evidence, limits: limits).verdict == .unmeasured)
    for presence in [RowPresence.added, .removed] {
      let row = RowEvidence(executable: "Bench", row: "row", presence: presence)
      #expect(RowJudgement(row, limits: limits).verdict == .unmeasured)
      #expect(RowJudgement(row, limits: limits, allowsOneSided: true).verdict == .pass)
    }
  }

  private func usage(switches: Double = 0, peak: Int = 20 << 20, growth: Double = 0) -> RowUsage {
    RowUsage(
      contextSwitches: switches,
      preemptions: 0,
      peakResident: peak,
      residentGrowth: growth
    )
  }

  private func judge(_ base: [RowUsage], _ head: [RowUsage], gating: [GateMetric]) -> RowJudgement {
    var evidence = RowEvidence(executable: "Bench", row: "row", presence: .both)
    var time = time([0, 0, 0, 0])
    time.baseUsage = base
    time.headUsage = head
    evidence.times = [time]
    var limits = limits
    limits.alsoGated = gating
    return RowJudgement(evidence, limits: limits)
  }

  @Test func `limits of before there were percentiles are read`() throws {
    var limits = GateLimits()
    limits.alsoGated = [.releases]
    let data = try JSONEncoder().encode(limits)
    #expect(try JSONDecoder().decode(GateLimits.self, from: data) == limits)
    let text = String(decoding: data, as: UTF8.self)
    let older = text.replacing(",\"tail\":0.1", with: "").replacing("\"tail\":0.1,", with: "")
    #expect(older != text)
    #expect(try JSONDecoder().decode(GateLimits.self, from: Data(older.utf8)) == limits)
  }

  @Test func `what a row takes of the system is told, and gated where that is asked for`() {
    let base = Array(repeating: usage(), count: 8)
    for (metric, head) in [
      (GateMetric.contextSwitches, usage(switches: 0.5)), (.residentMemory, usage(peak: 40 << 20)),
      (.residentGrowth, usage(growth: 64)),
    ] {
      let slower = Array(repeating: head, count: 8)
      #expect(judge(base, slower, gating: [metric]).verdict == .regression, "\(metric)")
      let other = GateMetric.allCases.first { $0.isOfUsage && $0 != metric } ?? .cpu
      let told = judge(base, slower, gating: [other])
      #expect(told.verdict == .pass)
      #expect(told.comparisons.first { $0.metric == metric }?.verdict == .regression)
      #expect(judge(slower, base, gating: [metric]).verdict == .improvement)
    }
    let all = GateMetric.allCases.filter(\.isOfUsage)
    #expect(judge(base, base, gating: all).verdict == .pass)
    // A page or a switch in thousands of operations is nothing.
    let little = Array(
      repeating: usage(switches: 0.0005, peak: 20 << 20 + 4096, growth: 4),
      count: 8
    )
    #expect(judge(base, little, gating: all).verdict == .pass)
  }

  @Test func `a pair of which the base takes nothing doesn't do away with the limit of the others`()
  {
    let base = [usage()] + Array(repeating: usage(growth: 1000), count: 7)
    let head = Array(repeating: usage(growth: 1020), count: 8)
    let row = judge(base, head, gating: [.residentGrowth])
    #expect(row.comparisons.first { $0.metric == .residentGrowth }?.verdict != .regression)
    let grown = Array(repeating: usage(growth: 1100), count: 8)
    #expect(judge(base, grown, gating: [.residentGrowth]).verdict == .regression)
  }

  @Test func `pairs that differ among themselves decide nothing of the system's figures`() {
    let base = (0..<8).map { usage(switches: 1 + Double($0) / 4) }
    let head = (0..<8).map { usage(switches: 3 - Double($0) / 4) }
    let row = judge(base, head, gating: [.contextSwitches])
    #expect(row.comparisons.first { $0.metric == .contextSwitches }?.verdict == .unknown)
    #expect(row.verdict == .pass)
  }

  @Test func `system calls are told, and gated where that is asked for`() {
    func judge(_ base: Double, _ head: Double, isGated: Bool) -> RowJudgement {
      var evidence = RowEvidence(executable: "Bench", row: "row", presence: .both)
      (evidence.baseCounts, evidence.headCounts) = (counts(), counts())
      evidence.baseCounts?.systemCalls = base
      evidence.headCounts?.systemCalls = head
      var limits = limits
      limits.alsoGated = isGated ? [.systemCalls] : nil
      return RowJudgement(evidence, limits: limits)
    }
    #expect(judge(0, 1, isGated: true).verdict == .regression)
    #expect(judge(0, 1, isGated: false).verdict == .pass)
    #expect(judge(2, 1, isGated: true).verdict == .improvement)
    #expect(judge(0, 0.0008, isGated: true).verdict == .pass)
  }

  @Test func `system calls are gated in several memory layouts as in one`() {
    func judge(_ base: Double, _ head: [Double]) -> RowJudgement {
      var evidence = RowEvidence(executable: "Bench", row: "row", presence: .both)
      func runs(_ systemCalls: [Double]) -> [RowCounts] {
        systemCalls.map { calls in
          var counts = counts()
          counts.systemCalls = calls
          return counts
        }
      }
      evidence.baseCountRuns = runs(head.map { _ in base })
      evidence.headCountRuns = runs(head)
      evidence.baseCounts = evidence.baseCountRuns.map { .median($0) }
      evidence.headCounts = evidence.headCountRuns.map { .median($0) }
      var limits = limits
      limits.alsoGated = [.systemCalls]
      return RowJudgement(evidence, limits: limits)
    }
    #expect(judge(0, [1, 1, 1, 1, 1]).verdict == .regression)
    #expect(judge(1, [2, 2, 2, 2, 2]).verdict == .regression)
    #expect(judge(2, [1, 1, 1, 1, 1]).verdict == .improvement)
    #expect(judge(1, [1, 1, 1.0008, 1, 1]).verdict == .pass)
  }

  @Test
  func `where a time has changed by more than the counts, somebody has to look where it went`() {
    func isOpen(_ time: Double, _ instructions: Double, isConcurrent: Bool = false) -> Bool {
      var evidence = RowEvidence(executable: "Bench", row: "row", presence: .both)
      evidence.isConcurrent = isConcurrent
      evidence.times = [self.time(Array(repeating: log(1 + time), count: 4))]
      evidence.baseCounts = counts()
      evidence.headCounts = counts(instructions: 100 * (1 + instructions))
      return RowJudgement(evidence, limits: limits).isSlowerThanCounted
    }
    #expect(isOpen(0.8, 0))
    #expect(isOpen(0.8, -0.3) && isOpen(0.8, 0.006) && isOpen(-0.3, 0.2))
    #expect(!isOpen(0.8, 0.8) && !isOpen(0.8, 0.5) && !isOpen(-0.3, -0.3))
    #expect(!isOpen(0, 0.8) && !isOpen(0, 0))
    #expect(isOpen(0.8, 0.8, isConcurrent: true))
  }

  @Test func `the figures of a served row are read, and their absence is none`() {
    #expect(
      RowUsage(served: "ended 0.5 0.0 20971520 4.0")
        == usage(switches: 0.5, growth: 4)
    )
    #expect(RowUsage(served: "ended 0.5 0.0 - 4.0")?.peakResident == nil)
    #expect(RowUsage(served: "ended") == nil)
    #expect(RowUsage(served: "ended 1 2 3") == nil)
  }
}
