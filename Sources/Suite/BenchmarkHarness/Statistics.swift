import Glibc

/// Statistics that depend on the order of the values only.
enum Statistics {
  /// Computes a quantile by linear interpolation between the two nearest values (Hyndman and Fan's
  /// type 7, which R and NumPy use).
  ///
  /// - Parameters:
  ///   - fraction: Which quantile, 0 to 1; 0.5 is the median.
  ///   - sorted: The values, in ascending order, at least one.
  /// - Returns: A value between the smallest and the largest.
  static func quantile(_ fraction: Double, ofSorted sorted: [Double]) -> Double {
    precondition(!sorted.isEmpty, "there is no quantile of no values")
    precondition((0...1).contains(fraction), "the quantile \(fraction) is not in 0...1")
    let position = fraction * Double(sorted.count - 1)
    let lower = Int(position)
    let upper = min(lower + 1, sorted.count - 1)
    return sorted[lower] + (position - Double(lower)) * (sorted[upper] - sorted[lower])
  }

  /// Computes the median of at least one value.
  static func median(of values: some Sequence<Double>) -> Double {
    quantile(0.5, ofSorted: values.sorted())
  }

  /// Rounds a value to five significant digits.
  static func rounded(_ value: Double) -> Double {
    guard value != 0, value.isFinite else { return value }
    let digits = 4 - Int(log10(value.magnitude).rounded(.down))
    // Powers over 1 are exact, those below are not: divide by them instead.
    let power = pow(10, Double(abs(digits)))
    return digits >= 0
      ? (value * power).rounded() / power : (value / power).rounded() * power
  }
}
