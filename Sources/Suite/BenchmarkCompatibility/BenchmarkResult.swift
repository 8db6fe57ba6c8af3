/// The namespace of ``Percentile``.
public enum BenchmarkResult {
  /// A percentile that a threshold is for.
  public enum Percentile: Int, Sendable {
    /// The smallest value.
    case p0
    /// The first quartile.
    case p25
    /// The median.
    case p50
    /// The third quartile.
    case p75
    /// The ninth decile.
    case p90
    /// The 99th percentile.
    case p99
    /// The largest value.
    case p100
  }

  /// An older name of the tolerances.
  public typealias PercentileThresholds = BenchmarkThresholds
}
