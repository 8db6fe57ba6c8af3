import Glibc

/// What the pairs of one row have given for the means of their samples, beside the smallest ones.
///
/// A cost that comes once in a thousand operations is in few samples, and in none that is the smallest of its block. It
/// is in their mean; but so is whatever else the machine did meanwhile, and the place where the linker put the code. The
/// latter is in the smallest samples as well, so it cancels in the *excess*: by how much more the mean has grown than
/// these. The former falls on both sides by chance, so a change has to be large and beyond doubt.
package struct MeanRatios: Codable, Equatable, Sendable {
  /// From what share on the mean of a row counts.
  ///
  /// The noise of a machine with other work is in each mean, and the
  /// calibrated limits are of medians.
  package static let limit = 0.1
  /// How certain a bound is: that the mean has grown by more than the limit, and not only at all.
  private static let confidence = 0.99
  /// How many of the pairs at each end don't count: those in which something else ran.
  private static let trimmedShare = 0.1

  /// The log-ratio of head to base of each pair, of all that its samples took.
  package private(set) var totals: [Double] = []
  /// By how much that is more than the log-ratio of the smallest samples.
  package private(set) var excesses: [Double] = []
  /// The mean of the base's samples, in nanoseconds an operation.
  package var base = 0.0
  package var head = 0.0

  package init() {}

  package mutating func append(_ total: Double, least: Double) {
    totals.append(total)
    excesses.append(total - least)
  }

  /// The change of the mean: trimmed over the pairs.
  package var estimate: Double { Self.trimmedMean(totals) }

  /// Between what the excess lies.
  package var excess: ClosedRange<Double> { Self.interval(excesses) }

  /// Between what the change of the mean lies.
  package var interval: ClosedRange<Double> { Self.interval(totals) }

  /// Whether a first look sees a growth that more pairs may make certain.
  var seemsGrown: Bool {
    guard totals.count > 1 else { return false }
    let limit = log1p(Self.limit)
    return estimate > limit && Self.trimmedMean(excesses) > limit && excess.lowerBound > 0
  }

  /// Without the most extreme, of four and more.
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
