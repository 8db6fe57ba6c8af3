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

  /// The 50th percentile: the smallest sample that so many don't exceed.
  package private(set) var p50: Double

  /// The 90th percentile: the smallest sample that so many don't exceed.
  package private(set) var p90: Double

  /// The 99th percentile: the smallest sample that so many don't exceed.
  package private(set) var p99: Double

  /// The 99.9th percentile.
  ///
  /// Below a thousand samples it is the maximum.
  package private(set) var p999: Double

  package private(set) var maximum: Double

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

    self.p50 = sorted.nearestRank(0.5)
    self.p90 = sorted.nearestRank(0.9)
    self.p99 = sorted.nearestRank(0.99)
    self.p999 = sorted.nearestRank(0.999)
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
