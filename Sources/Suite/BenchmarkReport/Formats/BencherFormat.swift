import BenchmarkResults
import FoundationEssentials

/// Bencher Metric Format: measures of each benchmark, the latency with the interval of its value, and what
/// was counted as a value alone.
///
/// Source: bencher.dev, "Bencher Metric Format"; `latency` is in nanoseconds there.
enum BencherFormat {
  private struct Metric: Encodable {
    let value: Double
    var lowerValue: Double?
    var upperValue: Double?

    enum CodingKeys: String, CodingKey {
      case value
      case lowerValue = "lower_value"
      case upperValue = "upper_value"
    }
  }

  static func render(_ results: ResultCollection) throws -> String {
    var benchmarks: [String: [String: Metric]] = [:]
    for suite in results.suites {
      for row in suite.rows {
        let interval = RowStatistics(row).medianInterval
        var metrics = [
          "latency": Metric(
            value: row.wall.median,
            lowerValue: interval?.lower ?? row.wall.median,
            upperValue: interval?.upper ?? row.wall.median
          )
        ]
        if let memory = row.memory {
          let bytes = Double(memory)
          metrics["memory"] = Metric(value: bytes, lowerValue: bytes, upperValue: bytes)
        }
        for measure in row.counts?.measures ?? [] {
          metrics[measure.name] = Metric(value: measure.value)
        }
        benchmarks["\(suite.suite)/\(row.name)"] = metrics
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(benchmarks), as: UTF8.self) + "\n"
  }
}
