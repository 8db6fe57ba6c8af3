import Glibc
import Histogram

/// How the samples of a row are distributed, in nanoseconds an operation.
package struct Distribution: Codable, Equatable, Sendable {
  /// The fastest sample.
  package private(set) var minimum: Double

  /// The median of the samples.
  package private(set) var median: Double

  /// The mean of the samples: what a cost that comes once in many operations adds is in it; `nil` in files of before it
  /// was kept.
  package private(set) var mean: Double?

  /// The interquartile range divided by the median.
  ///
  /// 0.01 means that the middle half of the samples lies within 1 %. It is 0 where the median is 0.
  package private(set) var spread: Double

  /// The 50th percentile by the HDR histogram, which keeps three digits.
  package private(set) var p50: Double

  /// The 90th percentile by the HDR histogram, which keeps three digits.
  package private(set) var p90: Double

  /// The 99th percentile by the HDR histogram, which keeps three digits.
  package private(set) var p99: Double

  /// The 99.9th percentile by the HDR histogram, which keeps three digits.
  ///
  /// Below a thousand samples it is the maximum.
  package private(set) var p999: Double

  /// The slowest sample.
  package private(set) var maximum: Double

  /// What the histogram counts at most, in picoseconds: 104 days.
  private static let longest = 9e18

  /// Computes the distribution of samples.
  ///
  /// - Parameter samples: What an operation took, sample by sample; at least one.
  /// - Complexity: O(*n* log *n*), *n* being the number of samples.
  package init(nanosecondsPerOperation samples: [Double]) {
    let sorted = samples.sorted()
    let median = Statistics.quantile(0.5, ofSorted: sorted)
    let range =
      Statistics.quantile(0.75, ofSorted: sorted) - Statistics.quantile(0.25, ofSorted: sorted)
    self.minimum = Statistics.quantile(0, ofSorted: sorted)
    self.median = median
    self.mean = sorted.reduce(0, +) / Double(sorted.count)
    self.spread = median > 0 ? range / median : 0
    self.maximum = Statistics.quantile(1, ofSorted: sorted)

    // Picoseconds: an operation may take less than a nanosecond, and the histogram counts integers.
    var histogram = Histogram<UInt32>(numberOfSignificantValueDigits: .three)
    for sample in sorted { histogram.record(UInt64(min(max(sample, 0) * 1000, Self.longest))) }
    let maximum = self.maximum
    func percentile(_ percentile: Double) -> Double {
      // The histogram gives the upper end of a bucket, which may lie beyond the slowest sample.
      min(Double(histogram.valueAtPercentile(percentile)) / 1000, maximum)
    }
    self.p50 = percentile(50)
    self.p90 = percentile(90)
    self.p99 = percentile(99)
    self.p999 = percentile(99.9)
  }

  /// The same with five digits, which is more than can be measured.
  package func rounded() -> Distribution {
    var distribution = self
    let fields: [WritableKeyPath<Distribution, Double>] = [
      \.minimum, \.median, \.spread, \.p50, \.p90, \.p99, \.p999, \.maximum,
    ]
    for field in fields {
      distribution[keyPath: field] = Statistics.rounded(distribution[keyPath: field])
    }
    distribution.mean = mean.map(Statistics.rounded)
    return distribution
  }
}

/// Statistics that depend on the order of the values only.
package enum Statistics {
  /// Computes a quantile by linear interpolation between the two nearest values (Hyndman and Fan's
  /// type 7, which R and NumPy use).
  ///
  /// - Parameters:
  ///   - fraction: Which quantile, 0 to 1; 0.5 is the median.
  ///   - sorted: The values, in ascending order, at least one.
  /// - Returns: A value between the smallest and the largest.
  package static func quantile(_ fraction: Double, ofSorted sorted: [Double]) -> Double {
    precondition(!sorted.isEmpty, "there is no quantile of no values")
    precondition((0...1).contains(fraction), "the quantile \(fraction) is not in 0...1")
    let position = fraction * Double(sorted.count - 1)
    let lower = Int(position)
    let upper = min(lower + 1, sorted.count - 1)
    return sorted[lower] + (position - Double(lower)) * (sorted[upper] - sorted[lower])
  }

  /// Whether so many values show a percentile, 0 to 100: at least one of them lies beyond it.
  package static func showsPercentile(_ percentile: Double, of count: Int) -> Bool {
    // A share such as that beyond 99.9 % is no exact number.
    percentile <= 50 || Double(count) * (100 - percentile) > 100 - 1e-6
  }

  /// Computes the median of at least one value.
  package static func median(of values: some Sequence<Double>) -> Double {
    quantile(0.5, ofSorted: values.sorted())
  }

  /// The smallest value that so large a share of all of them doesn't exceed; there has to be one.
  package static func nearestRank(_ share: Double, of values: [Double]) -> Double {
    // A share such as 0.07 is no exact number: 7.000000000000001 of 100 are the first seven.
    let rank = Int((share * Double(values.count) - 1e-6).rounded(.up))
    return values.sorted()[min(max(rank, 1), values.count) - 1]
  }

  /// Rounds a value to five significant digits.
  package static func rounded(_ value: Double) -> Double {
    guard value != 0, value.isFinite else { return value }
    let digits = 4 - Int(log10(value.magnitude).rounded(.down))
    // Powers over 1 are exact, those below are not: divide by them instead.
    let power = pow(10, Double(abs(digits)))
    return digits >= 0
      ? (value * power).rounded() / power : (value / power).rounded() * power
  }

  /// Writes a value with so many decimals, at most three.
  package static func decimal(_ value: Double, digits: Int) -> String {
    let power = [1.0, 10, 100, 1000][digits]
    let units = (value * power).rounded()
    guard units.magnitude < 1e15 else { return "\(value)" }
    let whole = Int64(units) / Int64(power)
    guard digits > 0 else { return "\(whole)" }
    let fraction = String((Int64(units) % Int64(power)).magnitude)
    return "\(whole).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
  }
}
