import BenchmarkResults
import Glibc
import SeededRandom

/// The log-ratios of head to base that the pairs of one row have given, for each code offset.
package struct PairRatios: Codable, Equatable, Sendable {
  /// For each code offset, the natural logarithm of head over base of each pair.
  package private(set) var strata: [[Double]]

  /// Creates ratios without pairs.
  ///
  /// - Parameter codeOffsets: How many code offsets there are; at least one.
  package init(codeOffsets: Int) {
    precondition(codeOffsets > 0, "there are \(codeOffsets) code offsets, not at least one")
    strata = Array(repeating: [], count: codeOffsets)
  }

  /// Creates ratios of pairs.
  package init(strata: [[Double]]) {
    precondition(!strata.isEmpty, "there are no code offsets")
    self.strata = strata
  }

  /// Adds a pair.
  package mutating func append(_ logRatio: Double, codeOffset: Int) {
    strata[codeOffset].append(logRatio)
  }

  /// How many pairs there are.
  package var count: Int { strata.reduce(0) { $0 + $1.count } }

  /// The mean over the code offsets of the median of each; `nil` without pairs.
  package var estimate: Double? { Self.estimate(strata.filter { !$0.isEmpty }) }

  /// The median of each code offset that has pairs.
  package var medians: [Double] { strata.filter { !$0.isEmpty }.map { Statistics.median(of: $0) } }

  /// How much single pairs of the same code offset scatter: their standard deviation, estimated from the
  /// median of the distances from the median of their code offset, so that a few wild pairs don't count.
  package var spread: Double {
    let distances = strata.filter { $0.count > 1 }.flatMap { pairs in
      let median = Statistics.median(of: pairs)
      return pairs.map { abs($0 - median) }
    }
    // 1.4826 makes the median distance of a normal distribution its standard deviation; the centre was
    // fitted to each code offset, which costs a degree of freedom of its pairs.
    guard !distances.isEmpty else { return 0 }
    let codeOffsets = Double(strata.count { $0.count > 1 })
    let count = Double(distances.count)
    return 1.4826 * Statistics.median(of: distances) * (count / (count - codeOffsets)).squareRoot()
  }

  /// Between what values the estimate lies, by a bootstrap that draws pairs within each code offset.
  ///
  /// The draws are always the same ones.
  ///
  /// - Parameters:
  ///   - confidence: How certain each of the two bounds is, such as 0.99; below 1.
  ///   - draws: How often the pairs are drawn anew.
  /// - Returns: The bounds; `nil` with fewer than two pairs in all.
  /// - Complexity: O(*draws* x *count*).
  ///
  /// Source: B. Efron, R. Tibshirani, An Introduction to the Bootstrap, chapter 13.3.
  package func interval(confidence: Double, draws: Int = 2000) -> ClosedRange<Double>? {
    precondition((0..<1).contains(confidence), "the confidence is \(confidence), not below 1")
    let strata = strata.filter { !$0.isEmpty }
    guard count > 1 else { return nil }
    var generator = SplitMix64(seed: 42)
    var estimates: [Double] = []
    estimates.reserveCapacity(draws)
    for _ in 0..<draws {
      let drawn = strata.map { pairs in pairs.map { _ in pairs[generator.next(below: pairs.count)] }
      }
      if let estimate = Self.estimate(drawn) { estimates.append(estimate) }
    }
    estimates.sort()
    func bound(_ fraction: Double) -> Double {
      estimates[min(Int(fraction * Double(draws)), draws - 1)]
    }
    let lower = bound(1 - confidence)
    return lower...max(lower, bound(confidence))
  }

  private static func estimate(_ strata: [[Double]]) -> Double? {
    guard !strata.isEmpty else { return nil }
    return strata.reduce(0) { $0 + Statistics.median(of: $1) } / Double(strata.count)
  }
}
