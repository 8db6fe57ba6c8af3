import Foundation
import SeededRandom
import Testing

@testable import RegressionGate

@Suite(.timeLimit(.minutes(30)))
struct PairRatiosTests {
  @Test func `the estimate is the mean of the medians of the code offsets`() {
    let ratios = PairRatios(strata: [[0.01, 0.02, 0.9], [0.04, 0.04], [], [-0.03]])
    #expect(ratios.medians == [0.02, 0.04, -0.03])
    #expect(abs((ratios.estimate ?? 0) - 0.01) < 1e-12)
    #expect(ratios.count == 6)
    #expect(PairRatios(codeOffsets: 4).estimate == nil)
  }

  @Test func `a shift of the code that falls on one code offset counts a quarter`() {
    var ratios = PairRatios(codeOffsets: 4)
    for codeOffset in 0..<4 {
      for _ in 0..<8 { ratios.append(codeOffset == 2 ? 0.08 : 0, codeOffset: codeOffset) }
    }
    #expect(abs((ratios.estimate ?? 0) - 0.02) < 1e-12)
  }

  @Test func `the spread is that of pairs of the same code offset`() {
    // Normal deviates of standard deviation 0.01 around centres that are far apart.
    var generator = SplitMix64(seed: 5)
    let strata = [0.0, 0.5, -0.4, 0.1].map { centre in
      (0..<400).map { _ in centre + 0.01 * Self.normal(&generator) }
    }
    let spread = PairRatios(strata: strata).spread
    #expect(abs(spread - 0.01) < 0.001)
    #expect(PairRatios(strata: [[0.3], [0.1]]).spread == 0)
  }

  @Test func `the bounds hold the true value as often as they say`() throws {
    var generator = SplitMix64(seed: 11)
    var below = 0
    let trials = 400
    for _ in 0..<trials {
      let strata = (0..<4).map { _ in (0..<8).map { _ in 0.01 * Self.normal(&generator) } }
      let interval = try #require(PairRatios(strata: strata).interval(confidence: 0.99))
      if interval.lowerBound > 0 { below += 1 }
    }
    // The bootstrap of so few pairs is a little too narrow: 1 % is wanted, 3 % is the most.
    #expect(below <= trials * 3 / 100)
  }

  @Test func `the bounds are the same each time, and narrow with more pairs`() throws {
    var generator = SplitMix64(seed: 3)
    let strata = (0..<4).map { _ in (0..<32).map { _ in 0.02 * Self.normal(&generator) } }
    let ratios = PairRatios(strata: strata)
    let first = try #require(ratios.interval(confidence: 0.99))
    let second = try #require(ratios.interval(confidence: 0.99))
    #expect(first == second)
    let few = PairRatios(strata: strata.map { Array($0.prefix(4)) })
    let wide = try #require(few.interval(confidence: 0.99))
    #expect(wide.upperBound - wide.lowerBound > first.upperBound - first.lowerBound)
    #expect(PairRatios(strata: [[0.1]]).interval(confidence: 0.99) == nil)
  }

  /// A normal deviate, by the method of Box and Muller.
  private static func normal(_ generator: inout SplitMix64) -> Double {
    let u = Double.random(in: 1e-12..<1, using: &generator)
    let v = Double.random(in: 0..<1, using: &generator)
    return (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
  }
}
