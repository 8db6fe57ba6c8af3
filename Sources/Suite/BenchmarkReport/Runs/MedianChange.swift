import BenchmarkResults
import Glibc
package import Statistics

/// A median in two runs, and by what factor it differs.
package struct MedianChange: Codable, Equatable, Sendable {
  /// The probability that an interval contains the true factor, if the runs have enough rounds.
  static let level = 0.95

  package let base: Double
  package let head: Double
  /// The interval of head / base; `nil` if the files don't have enough for one.
  package let interval: ConfidenceInterval?

  /// Compares two medians; `nil` if one isn't over 0.
  ///
  /// The interval is from the lower bound of one to the upper bound of the other, so it holds for any distribution.
  init?(_ medians: Sides<MedianEstimate?>) {
    guard let medians = Sides(medians.base, medians.head), medians.base.value > 0,
      medians.head.value > 0
    else { return nil }
    (base, head) = (medians.base.value, medians.head.value)
    guard let bounds = Sides(medians.base.interval, medians.head.interval), bounds.base.lower > 0
    else {
      interval = nil
      return
    }
    let level = bounds.base.level + bounds.head.level - 1
    interval =
      level > 0
      ? ConfidenceInterval(
        lower: bounds.head.lower / bounds.base.upper,
        upper: bounds.head.upper / bounds.base.lower,
        level: level,
        rounds: min(bounds.base.rounds, bounds.head.rounds)
      ).rounded() : nil
  }

  /// How many times as much the head has.
  package var factor: Double { head / base }

  /// Its distance from no change, the same for twice and for half as much.
  var size: Double { abs(log(factor)) }

  /// Whether it is certain, and more than an allowance.
  func exceeds(_ allowance: Double) -> Bool {
    guard let interval, interval.lower > 1 || interval.upper < 1 else { return false }
    return size > log1p(allowance)
  }
}

/// A median with its interval.
struct MedianEstimate {
  let value: Double
  let interval: ConfidenceInterval?

  /// An estimate from a value a round or a run; `nil` without values.
  init?(of values: [Double]) {
    // Both sides have to hold at once.
    let level = (1 + MedianChange.level) / 2
    guard let interval = ConfidenceInterval(ofMedian: values, level: level) else { return nil }
    (value, self.interval) = (values.median, interval)
  }

  /// A value whose rounds aren't known.
  init(_ value: Double) { (self.value, interval) = (value, nil) }

  /// A ratio of which only the least and the most of its rounds are known.
  init(_ ratio: RatioResult) {
    value = ratio.median
    interval = ConfidenceInterval(
      lower: ratio.minimum,
      upper: ratio.maximum,
      level: max(0, 1 - pow(2, Double(1 - ratio.rounds))),
      rounds: ratio.rounds
    )
  }
}

extension RowResult {
  /// The times of an operation in each round, in nanoseconds; empty if the file omits its samples.
  var rounds: [[Double]] {
    stride(from: 0, to: wallSamples.count, by: max(1, samplesPerRound)).map { start in
      wallSamples[start..<min(start + samplesPerRound, wallSamples.count)].map {
        Double($0) / Double(iterationsPerSample)
      }
    }
  }

  /// The ratio to a floor, with the interval that its rounds give; `nil` if there is none.
  ///
  /// Files don't number the rounds. So a row and its floor are only compared round by round if that gives the ratio of the file.
  func estimate(besides floor: String, among rows: [RowResult]) -> MedianEstimate? {
    guard let ratio = ratios.first(where: { $0.floor == floor }) else { return nil }
    let others = rows.first { $0.name == floor }?.rounds ?? []
    let pairs = zip(rounds, others).prefix(ratio.rounds)
    let again = RatioResult(
      floor: floor,
      blocks: pairs.map(\.0),
      floorBlocks: pairs.map(\.1)
    )
    guard let again, again.rounds == ratio.rounds, again.rounded() == ratio.rounded() else {
      return MedianEstimate(ratio)
    }
    return MedianEstimate(of: pairs.map { $0.median / $1.median })
  }
}
