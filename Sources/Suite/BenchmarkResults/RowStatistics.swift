import Glibc

/// The mean, percentiles and confidence intervals of a row, which its distribution does not have.
///
/// Units: nanoseconds an operation.
package struct RowStatistics {
  /// The time of an operation, sample by sample, in the order they were taken.
  package let values: [Double]
  /// The same, ascending.
  package let sorted: [Double]

  package init(_ row: RowResult) {
    values = row.wallSamples.map { Double($0) / Double(max(row.iterationsPerSample, 1)) }
    sorted = values.sorted()
  }

  package var mean: Double { values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count) }

  /// Half of the interval that holds the mean with 99.9 % confidence, as JMH gives it; `nil` below two
  /// samples.
  package var meanError: Double? {
    guard values.count > 1 else { return nil }
    let mean = mean
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = (squares / Double(values.count - 1)).squareRoot()
    let quantile = Self.studentQuantile999(degreesOfFreedom: Double(values.count - 1))
    return quantile * deviation / Double(values.count).squareRoot()
  }

  /// The interval that holds the median with at least 95 % confidence, whatever the distribution is: two
  /// of the sorted samples; all of them where there are too few.
  ///
  /// Source: Conover, Practical Nonparametric Statistics, 3.2; the binomial by its normal limit.
  package var medianInterval: (lower: Double, upper: Double)? {
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let count = Double(sorted.count)
    let half = 1.959_964 * count.squareRoot() / 2
    let lower = Int((count / 2 - half).rounded(.down))
    let upper = Int((count / 2 + half).rounded(.up))
    guard lower >= 1, upper < sorted.count else { return (first, last) }
    return (sorted[lower - 1], sorted[upper])
  }

  /// A percentile by linear interpolation between the two nearest samples.
  package func percentile(_ percentile: Double) -> Double {
    sorted.isEmpty ? 0 : Statistics.quantile(percentile / 100, ofSorted: sorted)
  }

  /// The 99.95th percentile of Student's distribution.
  ///
  /// Source: Hill, Algorithm 396, CACM 13 (1970); exact for 1 and 2 degrees of freedom, and else to six
  /// digits.
  static func studentQuantile999(degreesOfFreedom n: Double) -> Double {
    let p = 0.001
    if n == 1 { return cos(p * .pi / 2) / sin(p * .pi / 2) }
    if n == 2 { return (2 / (p * (2 - p)) - 2).squareRoot() }
    let a = 1 / (n - 0.5)
    let b = 48 / (a * a)
    var c = ((20_700 * a / b - 98) * a - 16) * a + 96.36
    let d = ((94.5 / (b + c) - 3) / b + 1) * (a * .pi / 2).squareRoot() * n
    var y = pow(d * p, 2 / n)
    if y > 0.05 + a {
      // The normal quantile of p / 2.
      let x = -3.290_526_731_491_896
      y = x * x
      if n < 5 { c += 0.3 * (n - 4.5) * (x + 0.6) }
      c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
      y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
      y = expm1(a * y * y)
    } else {
      y =
        ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1)
        * (n + 1) / (n + 2) + 1 / y
    }
    return (n * y).squareRoot()
  }
}
