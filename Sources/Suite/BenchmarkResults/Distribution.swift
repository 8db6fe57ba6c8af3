import Histogram
import Statistics

/// The distribution of a row's samples, in nanoseconds an operation.
package struct Distribution: Codable, Equatable, Sendable {
  package private(set) var minimum: Double

  package private(set) var median: Double

  /// The mean of the samples, which includes costs that come once in many operations; `nil` in older files.
  package private(set) var mean: Double?

  /// The interquartile range divided by the median.
  ///
  /// 0.01 means that the middle half of the samples lies within 1 %. It is 0 if the median is 0.
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

  package private(set) var maximum: Double

  /// The histogram's maximum, in picoseconds: 104 days.
  private static let longest = 9e18

  /// Computes the distribution of samples.
  ///
  /// - Parameter samples: The times of an operation, sample by sample; at least one.
  /// - Complexity: O(*n* log *n*), *n* being the number of samples.
  package init(nanosecondsPerOperation samples: [Double]) {
    let sorted = samples.sorted()
    let median = sorted.quantile(0.5)
    let range = sorted.quantile(0.75) - sorted.quantile(0.25)
    self.minimum = sorted.quantile(0)
    self.median = median
    self.mean = sorted.reduce(0, +) / Double(sorted.count)
    self.spread = median > 0 ? range / median : 0
    self.maximum = sorted.quantile(1)

    // Picoseconds: an operation may take less than a nanosecond, and the histogram counts integers.
    var histogram = Histogram<UInt32>(numberOfSignificantValueDigits: .three)
    for sample in sorted { histogram.record(UInt64(min(max(sample, 0) * 1000, Self.longest))) }
    let maximum = self.maximum
    func percentile(_ percentile: Double) -> Double {
      // The histogram gives the upper end of a bucket, which may be beyond the slowest sample.
      min(Double(histogram.valueAtPercentile(percentile)) / 1000, maximum)
    }
    self.p50 = percentile(50)
    self.p90 = percentile(90)
    self.p99 = percentile(99)
    self.p999 = percentile(99.9)
  }

  /// The same with five digits, more than can be measured.
  package func rounded() -> Distribution {
    var distribution = self
    let fields: [WritableKeyPath<Distribution, Double>] = [
      \.minimum, \.median, \.spread, \.p50, \.p90, \.p99, \.p999, \.maximum,
    ]
    for field in fields {
      distribution[keyPath: field] = distribution[keyPath: field].fiveDigits
    }
    distribution.mean = mean.map(\.fiveDigits)
    return distribution
  }

  /// Whether so many values can show a percentile, 0 to 100: at least one of them must be beyond it.
  package static func showsPercentile(_ percentile: Double, of count: Int) -> Bool {
    // Shares such as that beyond 99.9 % aren't exact numbers.
    percentile <= 50 || Double(count) * (100 - percentile) > 100 - 1e-6
  }
}
