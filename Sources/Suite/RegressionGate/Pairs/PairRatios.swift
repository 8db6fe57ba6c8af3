import BenchmarkResults

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

  package init(strata: [[Double]]) {
    precondition(!strata.isEmpty, "there are no code offsets")
    self.strata = strata
  }

  package mutating func append(_ logRatio: Double, codeOffset: Int) {
    strata[codeOffset].append(logRatio)
  }

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
  /// - Parameter confidence: How certain each of the two bounds is, such as 0.99; below 1.
  /// - Returns: The bounds; `nil` with fewer than two pairs in all.
  package func interval(confidence: Double) -> ClosedRange<Double>? {
    let strata = strata.filter { !$0.isEmpty }
    guard count > 1 else { return nil }
    return Bootstrap.interval(confidence: confidence, seed: 42) { draw in
      Self.estimate(strata.map(draw)) ?? 0
    }
  }

  private static func estimate(_ strata: [[Double]]) -> Double? {
    guard !strata.isEmpty else { return nil }
    return strata.reduce(0) { $0 + Statistics.median(of: $1) } / Double(strata.count)
  }
}
