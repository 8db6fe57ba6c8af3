import BenchmarkResults
import ReportRendering
import Statistics

/// A line a row, for spreadsheets and scripts.
///
/// Units: nanoseconds and bytes an operation. What only some rows have is empty for the others; parameters and counts have columns where a
/// row has some.
enum CSVFormat {
  static func render(_ results: ResultCollection) -> String {
    let rows = results.suites.flatMap { suite in suite.rows.map { (suite: suite.suite, row: $0) } }
    let parameters = rows.flatMap { $0.row.parameters.map(\.key) }.withoutRepetitions
    let counts = rows.flatMap { $0.row.counts?.measures.map(\.name) ?? [] }.withoutRepetitions
    let header =
      [
        "suite", "row", "kind", "threads", "samples", "operations_per_sample", "min_ns",
        "median_ns", "mean_ns", "stddev_ns", "p90_ns", "p99_ns", "max_ns", "cpu_median_ns",
        "memory_bytes", "compared_with", "ratio", "ratio_least", "ratio_most",
      ] + parameters.map { "parameter_\($0)" }
      + counts.map { $0.replacing("-", with: "_") }
    let lines = rows.map { suite, row in
      let measures = row.counts?.measures ?? []
      return names(suite, row) + figures(row)
        + parameters.map { key in row.parameters.first { $0.key == key }?.value ?? "" }
        + counts.map { name in text(measures.first { $0.name == name }?.value) }
    }
    return ([header] + lines)
      .map { $0.map(CSVField.quoted).joined(separator: ",") + "\n" }.joined()
  }

  private static func names(_ suite: String, _ row: RowResult) -> [String] {
    [
      suite, row.name, row.kind.rawValue, "\(row.threads)", "\(row.sampleCount)",
      "\(row.iterationsPerSample)",
    ]
  }

  private static func figures(_ row: RowResult) -> [String] {
    let times = RowStatistics(row).values
    let deviation = times.count > 1 ? Moments(times).variance.squareRoot() : nil
    let figures: [Double?] = [
      row.wall.minimum, row.wall.median, row.wall.mean, deviation, row.wall.p90, row.wall.p99,
      row.wall.maximum, row.cpu.median, row.memory.map(Double.init),
    ]
    let ratio = row.ratios.first
    return figures.map(text) + [ratio?.floor ?? ""]
      + [ratio?.median, ratio?.minimum, ratio?.maximum].map(text)
  }

  private static func text(_ number: Double?) -> String {
    guard let number, number.isFinite else { return "" }
    return NumberFormat.string(number, decimals: number == number.rounded() ? 0 : 4)
  }
}
