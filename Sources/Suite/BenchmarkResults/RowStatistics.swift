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
    let bound = StudentT.bound(confidence: 0.999, freedom: values.count - 1)
    return bound * deviation / Double(values.count).squareRoot()
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
}
