import Glibc
import Statistics

/// The log-ratios of the means of one row's samples, pair by pair, in addition to those of the smallest samples.
///
/// A cost that occurs once in a thousand operations is in few samples, and never in the smallest of a block. The mean includes it, but also
/// other work of the machine, and the effect of where the linker put the code. The latter affects the smallest samples too, so it cancels
/// in the *excess*: how much more the mean has grown than they have. Other work hits both sides by chance, so a change must be large and
/// certain.
package struct MeanRatios: Codable, Equatable, Sendable {
  /// The share from which the mean of a row counts as changed.
  ///
  /// Each mean includes the noise of a loaded machine, and the calibrated limits apply to medians.
  package static let limit = 0.1
  /// The confidence of each bound: that the mean has grown by more than the limit, not just at all.
  private static let confidence = 0.99
  /// The share of pairs to drop at each end: those that something else disturbed.
  private static let trimmedShare = 0.1

  /// The log-ratio of head to base of each pair, over the total time of its samples.
  package private(set) var totals: [Double] = []
  /// The excess of each over the log-ratio of the smallest samples.
  package private(set) var excesses: [Double] = []
  /// The mean of the base's samples, in nanoseconds per operation.
  package var base = 0.0
  package var head = 0.0

  package init() {}

  package mutating func append(_ total: Double, least: Double) {
    totals.append(total)
    excesses.append(total - least)
  }

  /// The change of the mean, as the trimmed mean of the log-ratios over the pairs.
  package var estimate: Double { Self.trimmedMean(totals) }

  /// The bounds of the excess.
  package var excess: ClosedRange<Double> { Self.interval(excesses) }

  /// The bounds of the change of the mean.
  package var interval: ClosedRange<Double> { Self.interval(totals) }

  /// Whether a first look shows a growth that more pairs may confirm.
  var seemsGrown: Bool {
    guard totals.count > 1 else { return false }
    let limit = log1p(Self.limit)
    return estimate > limit && Self.trimmedMean(excesses) > limit && excess.lowerBound > 0
  }

  /// The mean without the most extreme values, if there are at least four.
  static func trimmedMean(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let count = sorted.count < 4 ? 0 : max(1, Int(Double(sorted.count) * trimmedShare))
    let kept = sorted.dropFirst(count).dropLast(count)
    return kept.isEmpty ? 0 : kept.reduce(0, +) / Double(kept.count)
  }

  private static func interval(_ values: [Double]) -> ClosedRange<Double> {
    guard values.count > 1 else { return -Double.infinity...Double.infinity }
    return Bootstrap.interval(confidence: confidence, seed: 43) { draw in
      trimmedMean(draw(values))
    }
  }
}
