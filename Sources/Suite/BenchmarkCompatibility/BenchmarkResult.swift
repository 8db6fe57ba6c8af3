import Synchronization

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

/// The values of a benchmark's custom metrics.
final class CustomMeasurements: Sendable {
  /// The values of one metric.
  struct Summary: Equatable {
    var count = 0
    var sum = 0.0
    var minimum = Int.max
    var maximum = Int.min
  }

  private let summaries = Mutex<[String: Summary]>([:])

  func add(_ value: Int, to metric: String) {
    summaries.withLock { summaries in
      var summary = summaries[metric] ?? Summary()
      summary.count += 1
      summary.sum += Double(value)
      summary.minimum = min(summary.minimum, value)
      summary.maximum = max(summary.maximum, value)
      summaries[metric] = summary
    }
  }

  /// The metrics that have values.
  var all: [String: Summary] { summaries.withLock { $0 } }

  /// A line for each metric.
  var lines: [String] {
    all.sorted { $0.key < $1.key }.map { metric, summary in
      """
      \(metric): \(summary.count) values from \(summary.minimum) to \(summary.maximum), mean \
      \(summary.sum / Double(summary.count))
      """
    }
  }
}
