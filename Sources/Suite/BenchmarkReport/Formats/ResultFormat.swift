package import BenchmarkResults
import FoundationEssentials
import SuiteErrors

/// The formats of results for other tools.
package enum ResultFormat: String, CaseIterable, Sendable {
  /// Tables for a README or a pull request.
  case markdown
  /// A line a row, for spreadsheets and scripts.
  case csv
  /// The JSON of the Java Microbenchmark Harness, for jmh.morethan.io and others.
  case jmh
  /// github-action-benchmark's `customSmallerIsBetter`.
  case githubAction = "github-action-benchmark"
  /// Bencher Metric Format, for bencher.dev.
  case bencher
  /// JUnit XML: one test per row and one per bar, for the test pages of CI servers.
  case junit
  /// InfluxDB line protocol.
  case influx

  /// Writes results in this format.
  ///
  /// Several runs of a suite become one (``ResultCollection/mergingRuns()``), because most formats identify a row by its name. Markdown is
  /// for people and shows all runs, and how far they agree.
  ///
  /// - Complexity: Proportional to the number of samples, with a sort of those of each row.
  /// - Parameter results: The results.
  /// - Returns: The text of a file.
  /// - Throws: ``SuiteError`` if the format needs samples that the file doesn't have, and errors of encoding JSON.
  package func render(_ results: ResultCollection) throws -> String {
    let results = self == .markdown ? results : results.mergingRuns()
    if self == .jmh { try results.checkSamples(form: rawValue) }
    return switch self {
    case .markdown: ComparisonReport(results).markdown()
    case .csv: CSVFormat.render(results)
    case .jmh: try JMHFormat.render(results)
    case .githubAction: try GitHubActionFormat.render(results)
    case .bencher: try BencherFormat.render(results)
    case .junit: JUnitFormat.render(results)
    case .influx: InfluxFormat.render(results)
    }
  }

  /// Writes a value; non-finite numbers only if the format has a text for them.
  static func json(
    _ value: some Encodable,
    nonFinite: JSONEncoder.NonConformingFloatEncodingStrategy = .throw
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = nonFinite
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}

extension ResultCollection {
  func checkSamples(form: String) throws(SuiteError) {
    guard suites.contains(where: { $0.rows.contains { $0.omittedSamples != nil } }) else { return }
    throw SuiteError(
      form,
      "it needs the single samples, which were left out of the results",
      remedy: "export it from the file that hamon bench has written"
    )
  }
}

extension RowCounts {
  /// The counts, with the names that the formats share; omits those that were not taken or aren't finite.
  ///
  /// The units are those of JMH's profilers: `#/op` and `B/op`.
  var measures: [(name: String, value: Double, unit: String)] {
    let all: [(name: String, value: Double?, unit: String)] = [
      ("instructions", instructions, "#/op"), ("allocations", allocations, "#/op"),
      ("objects", objects, "#/op"), ("retains", retains, "#/op"), ("releases", releases, "#/op"),
      ("bytes", bytes, "B/op"), ("frees", frees, "#/op"), ("system-calls", systemCalls, "#/op"),
    ]
    return all.compactMap { measure in
      guard let value = measure.value, value.isFinite else { return nil }
      return (measure.name, value, measure.unit)
    }
  }
}
