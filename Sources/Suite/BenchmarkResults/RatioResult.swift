import Statistics

/// The comparison of a row with one of its floors, in the same run.
///
/// The two rows are sampled in turn, a block of samples each in every round; a slow phase of the machine affects both. Each round gives one
/// ratio of the medians of the two blocks.
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
  ///   - floor: The name of the floor.
  ///   - blocks: The times of an operation of the row, in nanoseconds, round by round.
  ///   - floorBlocks: The times of one of the floor, in the same rounds.
  package init?(floor: String, blocks: [[Double]], floorBlocks: [[Double]]) {
    let ratios = zip(blocks, floorBlocks).compactMap { block, floorBlock -> Double? in
      guard !block.isEmpty, !floorBlock.isEmpty else { return nil }
      let floorMedian = floorBlock.median
      return floorMedian > 0 ? block.median / floorMedian : nil
    }
    guard let minimum = ratios.min(), let maximum = ratios.max() else { return nil }
    self.floor = floor
    self.median = ratios.median
    self.minimum = minimum
    self.maximum = maximum
    self.rounds = ratios.count
  }

  /// The same with five digits, more than can be measured.
  package func rounded() -> RatioResult {
    var ratio = self
    ratio.median = median.fiveDigits
    ratio.minimum = minimum.fiveDigits
    ratio.maximum = maximum.fiveDigits
    return ratio
  }
}
