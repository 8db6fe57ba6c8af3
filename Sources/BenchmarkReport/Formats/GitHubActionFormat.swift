import BenchmarkHarness
import FoundationEssentials

/// The input of github-action-benchmark's tool `customSmallerIsBetter`.
///
/// The value is the median: a percentile of the tail would raise an alarm for the machine's sake.
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
      suite.rows.filter { $0.kind == .ours }.map { row in
        let interval = RowStatistics(row).medianInterval
        return Entry(
          name: "\(suite.suite): \(row.name)",
          unit: "ns/op",
          value: row.wall.median,
          range: interval.map { "± \(($0.upper - $0.lower) / 2)" },
          extra: "\(row.sampleCount) samples of \(row.iterationsPerSample) operations"
        )
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(entries), as: UTF8.self) + "\n"
  }
}
