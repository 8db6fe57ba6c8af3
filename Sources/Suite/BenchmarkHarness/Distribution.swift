import Histogram

/// How the samples of a row are distributed, in nanoseconds an operation.
public struct Distribution: Codable, Equatable, Sendable {
  /// The fastest sample.
  public private(set) var minimum: Double

  /// The median of the samples.
  public private(set) var median: Double

  /// The interquartile range divided by the median.
  ///
  /// 0.01 means that the middle half of the samples lies within 1 %. It is 0 where the median is 0.
  public private(set) var spread: Double

  /// The 50th percentile by the HDR histogram, which keeps three digits.
  public private(set) var p50: Double

  /// The 90th percentile by the HDR histogram, which keeps three digits.
  public private(set) var p90: Double

  /// The 99th percentile by the HDR histogram, which keeps three digits.
  public private(set) var p99: Double

  /// The 99.9th percentile by the HDR histogram, which keeps three digits.
  ///
  /// Below a thousand samples it is the maximum.
  public private(set) var p999: Double

  /// The slowest sample.
  public private(set) var maximum: Double

  /// Computes the distribution of samples.
  ///
  /// - Parameter samples: What an operation took, sample by sample; at least one.
  /// - Complexity: O(*n* log *n*), *n* being the number of samples.
  public init(nanosecondsPerOperation samples: [Double]) {
    let sorted = samples.sorted()
    let median = Statistics.quantile(0.5, ofSorted: sorted)
    let range =
      Statistics.quantile(0.75, ofSorted: sorted) - Statistics.quantile(0.25, ofSorted: sorted)
    self.minimum = Statistics.quantile(0, ofSorted: sorted)
    self.median = median
    self.spread = median > 0 ? range / median : 0
    self.maximum = Statistics.quantile(1, ofSorted: sorted)

    // Picoseconds: an operation may take less than a nanosecond, and the histogram counts integers.
    var histogram = Histogram<UInt32>(numberOfSignificantValueDigits: .three)
    for sample in sorted { histogram.record(UInt64(max(sample, 0) * 1000)) }
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
  func rounded() -> Distribution {
    var distribution = self
    let fields: [WritableKeyPath<Distribution, Double>] = [
      \.minimum, \.median, \.spread, \.p50, \.p90, \.p99, \.p999, \.maximum,
    ]
    for field in fields {
      distribution[keyPath: field] = Statistics.rounded(distribution[keyPath: field])
    }
    return distribution
  }
}
