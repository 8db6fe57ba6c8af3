import BenchmarkResults

/// The input of github-action-benchmark's tool `customSmallerIsBetter`.
///
/// The value is the median: a percentile of the tail would raise alarms because of the machine. Counts have an entry each, in hundredths:
/// the remainder of a slope of whole numbers comes from the start of the program, and would be a multiple of almost nothing.
enum GitHubActionFormat {
  private struct Entry: Encodable {
    let name: String
    let unit: String
    let value: Double
    let range: String?
    let extra: String
  }

  static func render(_ results: ResultCollection) throws -> String {
    let entries = results.suites.flatMap { suite in
      suite.rows.filter { $0.kind == .ours }.flatMap { row -> [Entry] in
        let interval = RowStatistics(row).medianInterval
        let time = Entry(
          name: "\(suite.suite): \(row.name)",
          unit: "ns/op",
          value: row.wall.median,
          range: interval.map { "± \(($0.upper - $0.lower) / 2)" },
          extra: "\(row.sampleCount) samples of \(row.iterationsPerSample) operations"
        )
        guard let counts = row.counts else { return [time] }
        return [time]
          + counts.measures.map { measure in
            Entry(
              name: "\(suite.suite): \(row.name): \(measure.name)",
              unit: measure.unit,
              value: (measure.value * 100).rounded() / 100,
              range: nil,
              extra: "counted over \(counts.iterations) operations"
            )
          }
      }
    }
    return try ResultFormat.json(entries)
  }
}

/// Bencher Metric Format: measures of each benchmark, the latency with the interval of its value, and counts as values alone.
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
    return try ResultFormat.json(benchmarks)
  }
}
