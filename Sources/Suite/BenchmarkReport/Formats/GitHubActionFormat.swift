import BenchmarkResults
import FoundationEssentials

/// The input of github-action-benchmark's tool `customSmallerIsBetter`.
///
/// The value is the median: a percentile of the tail would raise an alarm for the machine's sake. What was
/// counted has an entry each, in hundredths: the rest of a slope of whole numbers is the start of the
/// program, and of almost nothing it would be a multiple.
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
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(entries), as: UTF8.self) + "\n"
  }
}
