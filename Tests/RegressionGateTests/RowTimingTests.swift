import BenchmarkHarness
import BenchmarkResults
import ProcessLaunching
import SeededRandom
import Statistics
import Synchronization
import Testing

@testable import RegressionGate

@Suite(.timeLimit(.minutes(30)))
struct RowTimingTests {
  /// A side that takes as long as it is told.
  private final class ScriptedSampler: RowSampler {
    private let time: Double

    init(_ time: Double) {
      self.time = time
    }

    func sample(_ count: Int) throws(ProcessFailure) -> [Double] {
      Array(repeating: time, count: count)
    }

    func finish() throws(ProcessFailure) {}

    func abandon() {}

    var usage: RowUsage? { nil }
  }

  /// Compares a head whose pairs take so many times as long as the base, in turn.
  private func compare(_ ratios: [Double]) throws -> TimeEvidence {
    var pair = 0
    let timing = RowTiming(GateOptions())
    return try timing.compare(operations: 10) { (_) throws(ProcessFailure) in
      defer { pair += 1 }
      return Sides(
        base: ScriptedSampler(1000),
        head: ScriptedSampler(1000 * ratios[pair % ratios.count])
      )
    }
  }

  @Test func `what is plainly the same is looked at once`() throws {
    let evidence = try compare([1, 1.002, 0.998])
    #expect(evidence.ratios.strata.map(\.count) == [2, 2, 2, 2])
    #expect(!evidence.isWhole && evidence.base == 100)
  }

  @Test func `what seems to have changed gets all pairs`() throws {
    for ratio in [1.02, 0.97] {
      let evidence = try compare([ratio])
      #expect(evidence.ratios.strata.map(\.count) == [8, 8, 8, 8])
      #expect(evidence.isWhole)
    }
  }

  @Test func `a first look that is too noisy to exclude a change is followed by a second`() throws {
    // Each code offset sees one pair up and one down, so that the estimate is nothing.
    let evidence = try compare([1.1, 1.1, 1.1, 1.1, 1 / 1.1, 1 / 1.1, 1 / 1.1, 1 / 1.1])
    #expect(evidence.isWhole)
  }

  @Test func `a change that accidents of processes hide is certain after a third look`() throws {
    // At each code offset, two of the first eight pairs are far down by accident, and two of the rest.
    let ratios = (0..<24).flatMap { pair in
      Array(repeating: [3, 7, 15, 23].contains(pair) ? 0.8 : 1.05, count: 4)
    }
    let evidence = try compare(ratios)
    #expect(evidence.ratios.strata.map(\.count) == [24, 24, 24, 24])
    let second = PairRatios(strata: evidence.ratios.strata.map { Array($0.prefix(8)) })
    #expect(second.interval(confidence: 0.99)?.contains(0) == true)
    #expect(evidence.verdict(limits: GateLimits()) == .regression)
  }

  @Test func `what can't be told gets more pairs, up to the last`() throws {
    // Of the pairs of each code offset half are far up and half far down.
    let ratios = (0..<48).flatMap {
      Array(repeating: $0.isMultiple(of: 2) ? 1.5 : 1 / 1.5, count: 4)
    }
    let evidence = try compare(ratios)
    #expect(evidence.ratios.strata.map(\.count) == [24, 24, 24, 24])
    #expect(evidence.verdict(limits: GateLimits()) == .unknown)
  }

  @Test func `rows with several threads take turns more often, and have a flag of their own`()
    throws
  {
    var options = GateOptions()
    options.plan = PairPlan().ofSeveralThreads
    let plan = options.plan
    #expect(plan.blocks == 24 && plan.lastPairs == 48 && plan.firstPairs == PairPlan().firstPairs)
    let timing = RowTiming(options)
    func pairs(_ ratio: Double) throws -> [Int] {
      try timing.compare(isConcurrent: true, operations: 1) { (_) throws(ProcessFailure) in
        Sides(base: ScriptedSampler(1000), head: ScriptedSampler(1000 * ratio))
      }.ratios.strata.map(\.count)
    }
    // Six tenths of the limit of 10 %.
    #expect(try pairs(1.05) == [2, 2, 2, 2])
    #expect(try pairs(1.07) == [8, 8, 8, 8])
  }

  @Test func `what else the processors did is noted of several threads`() throws {
    func disturbance(isConcurrent: Bool) throws -> Disturbance? {
      let next = Mutex([
        ProcessorTimes(total: 10, busy: 5, steal: 0, own: 1),
        ProcessorTimes(total: 20, busy: 12.02, steal: 0, own: 4),
      ])
      var timing = RowTiming(GateOptions())
      timing.processorTimes = { next.withLock { $0.removeFirst() } }
      return try timing.compare(isConcurrent: isConcurrent, operations: 1) {
        (_) throws(ProcessFailure) in
        Sides(base: ScriptedSampler(1000), head: ScriptedSampler(1000))
      }.disturbance
    }
    let seen = try #require(try disturbance(isConcurrent: true))
    #expect(abs(seen.others - 0.4) < 1e-9)
    #expect(try disturbance(isConcurrent: false) == nil)
  }

  /// A side whose hundredth sample of each hundred takes so many times as long.
  private final class TailedSampler: RowSampler {
    private let tail: Double
    private var taken = 0

    init(_ tail: Double) {
      self.tail = tail
    }

    func sample(_ count: Int) throws(ProcessFailure) -> [Double] {
      (0..<count).map { _ in
        taken += 1
        return taken % 100 == 0 ? 1000 * tail : 1000
      }
    }

    func finish() throws(ProcessFailure) {}

    func abandon() {}

    var usage: RowUsage? { nil }
  }

  @Test func `of a percentile each pair gives the ratio of both sides' own`() throws {
    var options = GateOptions()
    options.plan.samples = 100
    let timing = RowTiming(options)
    func compare(_ metric: GateMetric, _ tail: Double) throws -> TimeEvidence {
      try timing.compare(metric, operations: 1) { (_) throws(ProcessFailure) in
        Sides(base: TailedSampler(2), head: TailedSampler(tail))
      }
    }
    let p999 = try compare(.p999, 3)
    #expect(p999.isWhole && (p999.base, p999.head) == (2000, 3000))
    #expect(abs((p999.ratios.estimate ?? 0) - 0.405) < 0.001)
    #expect(p999.isAlarm(limits: GateLimits()))
    // The 90th percentile doesn't see what one in a hundred does.
    #expect(try compare(.p90, 3).ratios.estimate == 0)
    #expect(try !compare(.p999, 2.1).isAlarm(limits: GateLimits()))
  }

  @Test
  func
    `a tail's samples are operations where those are long, and it is left out where all take too long`()
  {
    func tail(
      _ metric: GateMetric,
      operation: Double
    ) -> (timing: RowTiming, iterations: Int)? {
      RowTiming(GateOptions()).ofTail(
        metric,
        trial: RowTiming.Trial(
          greeting: ServedRow.Greeting(iterations: 1000, isConcurrent: false),
          startSeconds: 0.01,
          sampleSeconds: operation * 1000
        )
      )
    }
    #expect(tail(.p99, operation: 1e-5)?.iterations == 1)
    #expect(tail(.p99, operation: 1e-8)?.iterations == 100)
    #expect(tail(.p99, operation: 1e-5)?.timing.options.plan.samples == 334)
    #expect(tail(.p999, operation: 1e-2) == nil)
    #expect(tail(.wall, operation: 1e-5) == nil)
  }

  /// A side of which each 13th sample takes so much more.
  private final class IntermittentSampler: RowSampler {
    private let extra: Double
    private var count: Int
    private var noise: SplitMix64

    init(extra: Double, seed: UInt64, noise: UInt64) {
      self.extra = extra
      count = Int(seed % 13)
      self.noise = SplitMix64(seed: noise)
    }

    func sample(_ count: Int) throws(ProcessFailure) -> [Double] {
      (0..<count).map { _ in
        self.count += 1
        // What else the machine does falls on both sides, on one sample of fifty.
        let others = noise.next(below: 50) == 0 ? 4e6 : 0
        return 1e6 + others + (self.count.isMultiple(of: 13) ? extra : 0)
      }
    }

    func finish() throws(ProcessFailure) {}

    func abandon() {}

    var usage: RowUsage? { nil }
  }

  private func compare(extra: Double, seed: UInt64) throws -> RowJudgement {
    var pair: UInt64 = seed * 1000
    let timing = RowTiming(GateOptions())
    func compare(_ extra: Double, isWhole: Bool) throws -> TimeEvidence {
      try timing.compare(isWhole: isWhole, hasMeans: true, operations: 1) {
        (_) throws(ProcessFailure) in
        defer { pair += 1 }
        return Sides(
          base: IntermittentSampler(extra: 0, seed: pair, noise: 2 * pair),
          head: IntermittentSampler(extra: extra, seed: pair, noise: 2 * pair + 1)
        )
      }
    }
    var evidence = RowEvidence(executable: "Bench", row: "row", presence: .both)
    let time = try compare(extra, isWhole: false)
    evidence.times = [time]
    if time.isMeanAlarm { evidence.control = try compare(0, isWhole: true) }
    return RowJudgement(evidence, limits: GateLimits())
  }

  @Test func `a cost that comes now and then is found, though the smallest samples are the same`()
    throws
  {
    for seed in UInt64(1)...20 {
      let row = try compare(extra: 9e6, seed: seed)
      #expect(row.verdict == .regression, "\(seed): \(row.details)")
      #expect(row.regressions.map(\.metric) == [.mean])
      #expect(try compare(extra: 0, seed: seed).verdict == .pass, "\(seed)")
    }
  }

  @Test func `a mean that grows with the smallest samples is no matter of its own`() throws {
    let evidence = try compare([1.5])
    var means = MeanRatios()
    for ratios in evidence.ratios.strata.joined() { means.append(ratios, least: ratios) }
    var time = evidence
    time.means = means
    #expect(MetricComparison.mean(time) == nil)
    // Head is faster in most samples, and takes as long in all: nothing has grown.
    means = MeanRatios()
    for _ in 0..<32 { means.append(0, least: -0.5) }
    time.means = means
    #expect(MetricComparison.mean(time) == nil)
  }

  @Test func `how long counting takes is told without the time that other programs had`() {
    func seconds(_ start: Double, _ share: Double) -> Double {
      RowTiming.Trial(
        greeting: ServedRow.Greeting(iterations: 1, isConcurrent: false),
        startSeconds: start,
        sampleSeconds: start / 10,
        busyShare: share
      ).countingSeconds(samples: 2)
    }
    #expect(abs(seconds(0.1, 1) - 11.2) < 1e-9)
    // Ten times as long beside a load, and the same work.
    #expect(seconds(1, 0.1) < 2 * seconds(0.1, 1))
    // What sleeps takes valgrind no longer.
    #expect(seconds(10, 0) < 30)
  }

  @Test func `a plan that takes too long gets fewer samples, then fewer blocks, then none`() throws
  {
    let timing = RowTiming(GateOptions())
    func plan(_ sampleSeconds: Double) -> PairPlan? {
      let trial = RowTiming.Trial(
        greeting: ServedRow.Greeting(iterations: 1, isConcurrent: false),
        startSeconds: 0,
        sampleSeconds: sampleSeconds
      )
      return timing.fitted(to: 20, trial: trial)?.options.plan
    }
    #expect(plan(0.001) == PairPlan())
    // 8 pairs of 2 x 6 blocks are 96 samples in 20 s at most.
    #expect(plan(0.2).map { [$0.blocks, $0.samples] } == [6, 1])
    #expect(plan(0.5).map { [$0.blocks, $0.samples] } == [2, 1])
    #expect(plan(1) == nil)
  }
}
