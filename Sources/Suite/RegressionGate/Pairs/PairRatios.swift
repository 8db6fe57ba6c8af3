import Statistics

/// The log-ratios of head to base of one row's pairs, by code offset.
package struct PairRatios: Codable, Equatable, Sendable {
  /// For each code offset, the natural logarithm of head over base of each pair.
  package private(set) var strata: [[Double]]

  /// Creates ratios without pairs.
  ///
  /// - Parameter codeOffsets: The number of code offsets; at least one.
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

  /// The mean of the code offsets' medians; `nil` without pairs.
  package var estimate: Double? { Self.estimate(strata.filter { !$0.isEmpty }) }

  /// The median of each code offset that has pairs.
  package var medians: [Double] { strata.filter { !$0.isEmpty }.map { $0.median } }

  /// The standard deviation of single pairs of the same code offset, estimated from the median distance to their code offset's median, so
  /// that a few outliers don't count.
  package var spread: Double {
    let distances = strata.filter { $0.count > 1 }.flatMap { pairs in
      let median = pairs.median
      return pairs.map { abs($0 - median) }
    }
    // 1.4826 scales the median distance of a normal distribution to its standard deviation. The centre was fitted to each code offset,
    // which costs one degree of freedom each.
    guard !distances.isEmpty else { return 0 }
    let codeOffsets = Double(strata.count { $0.count > 1 })
    let count = Double(distances.count)
    return 1.4826 * distances.median * (count / (count - codeOffsets)).squareRoot()
  }

  /// The bounds of the estimate, from a bootstrap that draws pairs within each code offset.
  ///
  /// - Parameter confidence: The confidence of each of the two bounds, such as 0.99; below 1.
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
    return strata.reduce(0) { $0 + $1.median } / Double(strata.count)
  }
}
