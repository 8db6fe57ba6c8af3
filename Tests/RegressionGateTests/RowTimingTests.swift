import BenchmarkResults
import ProcessLaunching
import Testing

@testable import RegressionGate

@Suite(.timeLimit(.minutes(10)))
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
    let timing = RowTiming(plan: PairPlan(), limits: GateLimits(), timeout: .seconds(1))
    return try timing.compare(operations: 10) { (_) throws(ProcessFailure) in
      defer { pair += 1 }
      return (ScriptedSampler(1000), ScriptedSampler(1000 * ratios[pair % ratios.count]))
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
    let comparison = MetricComparison.time(
      ratios: evidence.ratios,
      base: evidence.base,
      head: evidence.head,
      isConcurrent: false,
      isWhole: evidence.isWhole,
      limits: GateLimits()
    )
    #expect(comparison.verdict == .regression)
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
    var plan = PairPlan()
    plan.samples = 100
    let timing = RowTiming(plan: plan, limits: GateLimits(), timeout: .seconds(1))
    func compare(_ metric: GateMetric, _ tail: Double) throws -> TimeEvidence {
      try timing.compare(metric, operations: 1) { (_) throws(ProcessFailure) in
        (TailedSampler(2), TailedSampler(tail))
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

  @Test(arguments: [(0.25, 1), (0.26, 2), (0.5, 2), (0.99, 4), (0.001, 1)])
  func `a percentile is the smallest sample that the share doesn't exceed`(
    _ share: Double,
    _ expected: Double
  ) {
    #expect(PairSampling.percentile(share, of: [3, 1, 4, 2]) == expected)
  }

  @Test func `a tail's samples are operations where those are long, and it is left out where all take too long`()
  {
    func tail(_ metric: GateMetric, operation: Double, seconds: Double = 80) -> TailTiming? {
      TailTiming(
        metric,
        plan: PairPlan(),
        limits: GateLimits(),
        timeout: .seconds(1),
        trial: RowTiming.Trial(
          greeting: ServedRow.Greeting(iterations: 1000, isConcurrent: false),
          startSeconds: 0.01,
          sampleSeconds: operation * 1000
        ),
        seconds: seconds
      )
    }
    #expect(tail(.p99, operation: 1e-5)?.iterations == 1)
    #expect(tail(.p99, operation: 1e-8)?.iterations == 100)
    #expect(tail(.p99, operation: 1e-5)?.timing.plan.samples == 334)
    #expect(tail(.p999, operation: 1e-2) == nil)
    #expect(tail(.wall, operation: 1e-5) == nil)
  }

  @Test func `a plan that takes too long gets fewer samples, then fewer blocks, then none`() throws
  {
    let timing = RowTiming(plan: PairPlan(), limits: GateLimits(), timeout: .seconds(1))
    func plan(_ sampleSeconds: Double) -> PairPlan? {
      let trial = RowTiming.Trial(
        greeting: ServedRow.Greeting(iterations: 1, isConcurrent: false),
        startSeconds: 0,
        sampleSeconds: sampleSeconds
      )
      return timing.fitted(to: 20, trial: trial)?.plan
    }
    #expect(plan(0.001) == PairPlan())
    // 8 pairs of 2 x 6 blocks are 96 samples in 20 s at most.
    #expect(plan(0.2).map { [$0.blocks, $0.samples] } == [6, 1])
    #expect(plan(0.5).map { [$0.blocks, $0.samples] } == [2, 1])
    #expect(plan(1) == nil)
  }
}
