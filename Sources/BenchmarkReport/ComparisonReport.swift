import BenchmarkHarness
import ReportRendering

/// Results of benchmarks, for a person to read: what the rows took, and how that compares with
/// their floors.
public struct ComparisonReport: Sendable {
  /// The results that are reported.
  public let results: ResultCollection

  /// Creates a report of results.
  public init(_ results: ResultCollection) {
    self.results = results
  }

  /// Writes the report for a terminal: for each suite a heading, a table and what failed.
  public func text() -> String {
    results.suites.map { suite in
      let failures = suite.failureLines.map { "\($0)\n" }.joined()
      let table = suite.rows.isEmpty ? "no rows\n" : suite.table().rendered()
      return "\(suite.suite) (\(suite.surroundings))\n\n\(table)\(failures)"
    }.joined(separator: "\n")
  }

  /// Writes the report in Markdown: for each suite a heading, a table and what failed.
  public func markdown() -> String {
    results.suites.map { suite in
      let failures = suite.failureLines.map { "- \(TextTable.markdownEscaped($0))\n" }.joined()
      let table = suite.rows.isEmpty ? "No rows.\n" : suite.table().renderedMarkdown()
      return """
        ## \(TextTable.markdownEscaped(suite.suite))

        \(TextTable.markdownEscaped(suite.surroundings))

        \(table)\(failures.isEmpty ? "" : "\n\(failures)")
        """
    }.joined(separator: "\n")
  }
}
