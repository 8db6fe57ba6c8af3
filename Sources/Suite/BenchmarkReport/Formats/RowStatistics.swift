import BenchmarkResults
import Statistics

/// The mean, percentiles and confidence intervals of a row, which its distribution lacks.
///
/// Units: nanoseconds an operation.
struct RowStatistics {
  /// The time of an operation, sample by sample, in the order they were taken.
  let values: [Double]
  /// The same, ascending.
  let sorted: [Double]

  init(_ row: RowResult) {
    values = row.wallSamples.map { Double($0) / Double(max(row.iterationsPerSample, 1)) }
    sorted = values.sorted()
  }

  var mean: Double { Moments(values).mean }

  /// Half of the interval that holds the mean with 99.9 % confidence, as in JMH; `nil` below two samples.
  var meanError: Double? {
    values.count > 1 ? Moments(values).margin(confidence: 0.999) : nil
  }

  /// The interval that holds the median with at least 95 % confidence, for any distribution: two of the sorted samples; all of them if
  /// there are too few.
  ///
  /// Source: Conover, Practical Nonparametric Statistics, 3.2; the binomial by its normal limit.
  var medianInterval: (lower: Double, upper: Double)? {
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let count = Double(sorted.count)
    let half = 1.959_964 * count.squareRoot() / 2
    let lower = Int((count / 2 - half).rounded(.down))
    let upper = Int((count / 2 + half).rounded(.up))
    guard lower >= 1, upper < sorted.count else { return (first, last) }
    return (sorted[lower - 1], sorted[upper])
  }

  /// A percentile by linear interpolation between the two nearest samples.
  func percentile(_ percentile: Double) -> Double {
    sorted.isEmpty ? 0 : sorted.quantile(percentile / 100)
  }
}
