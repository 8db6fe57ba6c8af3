import BenchmarkHarness
import FoundationEssentials

/// Bencher Metric Format: a measure of each benchmark with the interval of its value.
///
/// Source: bencher.dev, "Bencher Metric Format"; `latency` is in nanoseconds there.
enum BencherFormat {
  private struct Metric: Encodable {
    let value: Double
    let lower_value: Double
    let upper_value: Double
  }

  static func render(_ results: ResultCollection) throws -> String {
    var benchmarks: [String: [String: Metric]] = [:]
    for suite in results.suites {
      for row in suite.rows {
        let interval = RowStatistics(row).medianInterval
        var metrics = [
          "latency": Metric(
            value: row.wall.median,
            lower_value: interval?.lower ?? row.wall.median,
            upper_value: interval?.upper ?? row.wall.median
          )
        ]
        if let memory = row.memory {
          let bytes = Double(memory)
          metrics["memory"] = Metric(value: bytes, lower_value: bytes, upper_value: bytes)
        }
        benchmarks["\(suite.suite)/\(row.name)"] = metrics
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(benchmarks), as: UTF8.self) + "\n"
  }
}
