/// How a row compares with one of its floors, in the same run.
///
/// The two rows are sampled in turn, a block of samples each in every round; a slow phase of the
/// machine falls on both. Each round gives one ratio of the medians of the two blocks.
package struct RatioResult: Codable, Equatable, Sendable {
  /// The name of the row that is compared with.
  package let floor: String

  /// The median of the ratios of the rounds; 2 means that the row takes twice as long.
  package private(set) var median: Double

  /// The smallest ratio of a round.
  package private(set) var minimum: Double

  /// The largest ratio of a round.
  package private(set) var maximum: Double

  /// How many rounds both rows took part in.
  package let rounds: Int

  /// Compares two rows round by round.
  ///
  /// It is `nil` if no round has samples of both, or the floor took no measurable time.
  ///
  /// - Parameters:
  ///   - floor: The name of the row that is compared with.
  ///   - blocks: What an operation of the row took, in nanoseconds, round by round.
  ///   - floorBlocks: What one of the floor took, in the same rounds.
  package init?(floor: String, blocks: [[Double]], floorBlocks: [[Double]]) {
    let ratios = zip(blocks, floorBlocks).compactMap { block, floorBlock -> Double? in
      guard !block.isEmpty, !floorBlock.isEmpty else { return nil }
      let floorMedian = Statistics.median(of: floorBlock)
      return floorMedian > 0 ? Statistics.median(of: block) / floorMedian : nil
    }
    guard let minimum = ratios.min(), let maximum = ratios.max() else { return nil }
    self.floor = floor
    self.median = Statistics.median(of: ratios)
    self.minimum = minimum
    self.maximum = maximum
    self.rounds = ratios.count
  }

  /// The same with five digits, which is more than can be measured.
  func rounded() -> RatioResult {
    var ratio = self
    ratio.median = Statistics.rounded(median)
    ratio.minimum = Statistics.rounded(minimum)
    ratio.maximum = Statistics.rounded(maximum)
    return ratio
  }
}
