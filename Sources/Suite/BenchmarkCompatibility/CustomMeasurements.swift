import Synchronization

/// What was measured of a benchmark's custom metrics.
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
