import BenchmarkResults
import FoundationEssentials
import ReportRendering

/// The JSON of the Java Microbenchmark Harness (`-rf json`).
enum JMHFormat {
  private struct Entry: Encodable {
    let jmhVersion = "1.37"
    let benchmark: String
    let mode = "avgt"
    let threads: Int
    let forks = 1
    let warmupIterations = 1
    let warmupTime = "10 ms"
    let warmupBatchSize = 1
    let measurementIterations: Int
    let measurementTime: String
    let measurementBatchSize: Int
    let params: [String: String]?
    let primaryMetric: Metric
    let secondaryMetrics: [String: Metric]
  }

  private struct Metric: Encodable {
    let score: Double
    /// Not a number if there is none; then written as text, as JMH does.
    let scoreError: Double
    let scoreConfidence: [Double]
    let scorePercentiles: [String: Double]
    let scoreUnit: String
    let rawData: [[Double]]
  }

  private static let percentiles: [(name: String, value: Double)] = [
    ("0.0", 0), ("50.0", 50), ("90.0", 90), ("95.0", 95), ("99.0", 99), ("99.9", 99.9),
    ("99.99", 99.99), ("99.999", 99.999), ("99.9999", 99.9999), ("100.0", 100),
  ]

  static func render(_ results: ResultCollection) throws -> String {
    try ResultFormat.json(
      results.suites.flatMap { suite in suite.rows.map { entry(suite: suite.suite, $0) } },
      nonFinite: .convertToString(
        positiveInfinity: "Infinity",
        negativeInfinity: "-Infinity",
        nan: "NaN"
      )
    )
  }

  private static func entry(suite: String, _ row: RowResult) -> Entry {
    let statistics = RowStatistics(row)
    let error = statistics.meanError ?? .nan
    return Entry(
      benchmark: "\(suite).\(row.benchmark)",
      threads: row.threads,
      measurementIterations: row.sampleCount,
      measurementTime:
        "\(NumberFormat.string((statistics.mean * Double(row.iterationsPerSample)).rounded(.down), decimals: 0)) ns",
      measurementBatchSize: row.iterationsPerSample,
      params: row.parameters.isEmpty
        ? nil
        : Dictionary(row.parameters.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }),
      primaryMetric: Metric(
        score: statistics.mean,
        scoreError: error,
        scoreConfidence: [statistics.mean - error, statistics.mean + error],
        scorePercentiles: Dictionary(
          uniqueKeysWithValues: percentiles.map { ($0.name, statistics.percentile($0.value)) }
        ),
        scoreUnit: "ns/op",
        rawData: [statistics.values]
      ),
      secondaryMetrics: Dictionary(
        uniqueKeysWithValues: (row.counts?.measures ?? []).map {
          ($0.name, exact($0.value, unit: $0.unit))
        }
      )
    )
  }

  /// A count, as JMH writes a single value: without an error.
  private static func exact(_ value: Double, unit: String) -> Metric {
    Metric(
      score: value,
      scoreError: .nan,
      scoreConfidence: [.nan, .nan],
      scorePercentiles: Dictionary(uniqueKeysWithValues: percentiles.map { ($0.name, value) }),
      scoreUnit: unit,
      rawData: [[value]]
    )
  }
}
