import Foundation
import SeededRandom
import Statistics
import Testing

@testable import BenchmarkResults

struct BarJudgementTests {
  private static let busy = Disturbance(others: 0.58, steal: 0, load: 3.24)

  private static func judgement(
    _ values: [Double],
    limit: Double = 1,
    disturbance: Disturbance? = nil
  ) -> BarJudgement {
    BarJudgement(
      values: values.map { RoundValue($0) },
      limit: limit,
      allowance: limit * BarJudgement.startVariation,
      disturbance: disturbance
    )
  }

  private static func rounds(_ value: Double, count: Int = 8) -> [Double] {
    (0..<count).map { value * (1 + 0.001 * Double($0 % 3)) }
  }

  @Test func `an interval within the limit holds it, on a busy machine too`() {
    for disturbance in [nil, Self.busy] {
      let judgement = Self.judgement(Self.rounds(0.9), disturbance: disturbance)
      #expect(judgement.verdict == .held)
      #expect(judgement.reason == nil && !judgement.isOpen)
      #expect(judgement.interval?.rounds == 8)
    }
    #expect(Self.judgement(Array(repeating: 1, count: 8)).verdict == .held)
  }

  @Test func `an interval beyond the limit misses it, but not on a busy machine`() {
    let quiet = Self.judgement(Self.rounds(1.3))
    #expect(quiet.verdict == .missed)
    #expect(quiet.reason == nil && !quiet.isOpen)
    let busy = Self.judgement(Self.rounds(1.3), disturbance: Self.busy)
    #expect(busy.verdict == .uncertain && !busy.isOpen)
    #expect(busy.reason == "other programs had 58 % of the processors' time, load average 3.2")
    let stolen = Self.judgement(
      Self.rounds(1.3),
      disturbance: Disturbance(others: 0.01, steal: 0.06)
    )
    #expect(stolen.verdict == .uncertain)
    #expect(stolen.reason == "the hypervisor gave 6 % of it to other guests (steal)")
    // A clock that changes falls on both rows of a round.
    let clock = Disturbance(others: 0, steal: 0, clockChange: 1.6)
    #expect(Self.judgement(Self.rounds(1.3), disturbance: clock).verdict == .missed)
  }

  @Test func `what is beyond the limit by no more than starts differ can't be told`() {
    let judgement = Self.judgement(Self.rounds(1.03))
    #expect(judgement.verdict == .uncertain && !judgement.isOpen)
    #expect(judgement.reason?.contains("from start to start") == true)
  }

  /// Of so many rounds of which the first were taken with the processors near each other, and the others far.
  private static func judgement(near: [Double], far: [Double]) -> BarJudgement {
    let values =
      near.map { RoundValue($0, handOver: 113) } + far.map { RoundValue($0, handOver: 320) }
    return BarJudgement(values: values, limit: 1, allowance: 0.1, disturbance: nil)
  }

  @Test func `rounds with the processors far from each other can't miss a bar`() {
    let far = Self.judgement(near: [], far: Self.rounds(1.3))
    #expect(far.verdict == .uncertain && !far.isOpen)
    #expect(
      far.reason
        == "the processors were far from each other in 8 of 8 rounds: a cache line took 320 ns there and back, "
        + "on the reference machine 55"
    )
    #expect(far.interval?.rounds == 8)
    // The others may, as soon as there are enough of them.
    let few = Self.judgement(near: Self.rounds(1.3, count: 7), far: Self.rounds(1.3))
    #expect(few.verdict == .uncertain && few.isOpen)
    #expect(few.reason?.contains("in 8 of 15 rounds") == true)
    let enough = Self.judgement(near: Self.rounds(1.3), far: Self.rounds(1.3))
    #expect(enough.verdict == .missed && !enough.isOpen)
    #expect(enough.reason == nil)
    #expect(enough.interval?.rounds == 16)
    // All of them together are beyond it, and those that count are within.
    let within = Self.judgement(near: Self.rounds(0.9), far: Self.rounds(1.3, count: 40))
    #expect(within.verdict == .uncertain && !within.isOpen)
    // What holds does so wherever the processors are.
    #expect(Self.judgement(near: [], far: Self.rounds(0.9)).verdict == .held)
  }

  @Test func `rounds in which a neighbour used the same core can't miss a bar`() {
    func judgement(alone: [Double], shared: [Double], handOver: Double? = nil) -> BarJudgement {
      BarJudgement(
        values: alone.map { RoundValue($0, handOver: handOver, coreSharing: 1.1) }
          + shared.map { RoundValue($0, handOver: handOver, coreSharing: 1.6) },
        limit: 1,
        allowance: 0.1,
        disturbance: nil
      )
    }
    let shared = judgement(alone: Self.rounds(1.3, count: 3), shared: Self.rounds(1.5))
    #expect(shared.verdict == .uncertain && shared.isOpen)
    #expect(
      shared.reason
        == "a neighbour used the same core in 8 of 11 rounds: independent additions took 1.60 times as long as "
        + "without one"
    )
    #expect(judgement(alone: Self.rounds(1.3), shared: Self.rounds(1.5)).verdict == .missed)
    #expect(judgement(alone: [], shared: Self.rounds(0.9)).verdict == .held)
    // Both at a time are told.
    let both = judgement(alone: [], shared: Self.rounds(1.5), handOver: 320)
    #expect(both.verdict == .uncertain && !both.isOpen)
    #expect(both.reason?.contains("far from each other in 8 of 8 rounds") == true)
    #expect(both.reason?.contains("; a neighbour used the same core in 8 of 8 rounds") == true)
  }

  @Test func `an interval around the limit can't be told, and more rounds may tell`() {
    let values = [0.8, 1.2, 0.9, 1.1, 0.7, 1.3, 1.01, 0.99]
    let judgement = Self.judgement(values)
    #expect(judgement.verdict == .uncertain && judgement.isOpen)
    #expect(judgement.reason == "the rounds differ by more than the distance to the limit")
    let clock = Disturbance(others: 0.05, steal: 0, clockChange: 1.6)
    #expect(
      Self.judgement(values, disturbance: clock).reason
        == "the rounds differ by more than the distance to the limit; the clock was up to 1.60 times "
        + "slower in one round than in another"
    )
  }

  @Test func `few rounds tell nothing, however clear they are`() {
    for count in 0...7 {
      let judgement = Self.judgement(Self.rounds(9, count: count))
      #expect(judgement.verdict == .uncertain && judgement.isOpen)
      #expect(judgement.reason?.contains("too few, it takes 8") == true, "\(judgement)")
    }
    #expect(BarJudgement.leastRounds == 8)
  }

  /// Judges after 8 rounds, and each time their number has doubled, as a run does.
  private static func verdict(
    _ random: inout SplitMix64,
    ratio: Double,
    deviation: Double,
    most: Int
  ) -> (verdict: BarVerdict, rounds: Int) {
    var values: [Double] = []
    var wanted = BarJudgement.leastRounds
    while true {
      while values.count < wanted { values.append(ratio * exp(deviation * random.nextNormal())) }
      let judgement = judgement(values)
      guard judgement.isOpen, wanted < most else { return (judgement.verdict, wanted) }
      wanted *= 2
    }
  }

  @Test(arguments: [0.02, 0.1, 0.5])
  func `a row just at its limit is seldom said to miss it, however often it is looked at`(
    deviation: Double
  ) {
    var random = SplitMix64(seed: UInt64(deviation * 1000))
    let missed = (0..<1000).count { _ in
      Self.verdict(&random, ratio: 1, deviation: deviation, most: 512).verdict == .missed
    }
    // Seven looks with half a percent each; less by the allowance.
    #expect(missed <= 35, "\(missed) of 1000")
  }

  @Test func `a row 30 % beyond its limit is missed, and a quiet one at once`() {
    var random = SplitMix64(seed: 3)
    let quiet = (0..<1000).map { _ in Self.verdict(&random, ratio: 1.3, deviation: 0.03, most: 512)
    }
    #expect(quiet.count { $0.verdict == .missed } >= 990)
    #expect(quiet.count { $0.rounds == 8 } >= 950)
    let noisy = (0..<300).map { _ in Self.verdict(&random, ratio: 1.3, deviation: 0.3, most: 512) }
    #expect(noisy.count { $0.verdict == .missed } >= 290)
    #expect(noisy.allSatisfy { $0.verdict != .held })
  }

  @Test func `the worse of two disturbances has the larger of each`() {
    let one = Disturbance(others: 0.3, steal: 0, load: nil, clockChange: 1.2)
    let other = Disturbance(others: 0.1, steal: 0.05, load: 2)
    let worse = Disturbance(others: 0.3, steal: 0.05, load: 2, clockChange: 1.2)
    #expect(one.worse(other) == worse)
    #expect(other.worse(one) == worse)
    #expect(Disturbance(others: 0.1, steal: 0.02).explanation == nil)
  }
}
