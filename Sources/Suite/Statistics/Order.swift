/// Statistics that depend only on the order of the values.
extension Sequence<Double> {
  /// The median of at least one value.
  package var median: Double { sorted().quantile(0.5) }

  /// The smallest value that a share of all values doesn't exceed; needs at least one value.
  package func nearestRank(_ share: Double) -> Double {
    let sorted = sorted()
    // A share such as 0.07 is no exact number: 7.000000000000001 of 100 are the first seven.
    let rank = Int((share * Double(sorted.count) - 1e-6).rounded(.up))
    return sorted[Swift.min(Swift.max(rank, 1), sorted.count) - 1]
  }
}

extension [Double] {
  /// Computes a quantile of ascending values by linear interpolation between the two nearest ones (Hyndman and Fan's type 7, which R and
  /// NumPy use).
  ///
  /// - Parameter fraction: The quantile, 0 to 1; 0.5 is the median.
  /// - Returns: A value between the smallest and the largest.
  package func quantile(_ fraction: Double) -> Double {
    precondition(!isEmpty, "there is no quantile of no values")
    precondition((0...1).contains(fraction), "the quantile \(fraction) is not in 0...1")
    let position = fraction * Double(count - 1)
    let lower = Int(position)
    let upper = Swift.min(lower + 1, count - 1)
    return self[lower] + (position - Double(lower)) * (self[upper] - self[lower])
  }
}
