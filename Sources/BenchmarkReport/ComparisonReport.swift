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

  /// What the columns are.
  private static let legend = """
    All times are of one operation. Kinds of rows: ours; floor, what nobody can beat; peer, what one
    would use instead. min, median, p99: of all samples; spread: the middle half of the samples, in
    per cent of the median; CPU median: of the thread, or of the whole process where several threads
    are at work. A ratio is the median over the rounds of ours / the other row, of the same round;
    least and most are those of single rounds.

    """

  /// Writes the report for a terminal: for each suite a heading, a table and what failed; at the end what
  /// the columns are.
  public func text() -> String {
    let suites = results.suites.map { suite in
      let failures = suite.failureLines.map { "\($0)\n" }.joined()
      let table =
        suite.rows.isEmpty
        ? "no rows\n" : suite.tables.map { $0.rendered() }.joined(separator: "\n")
      return "\(suite.suite) (\(suite.surroundings))\n\n\(table)\(failures)"
    }
    let hasRows = results.suites.contains { !$0.rows.isEmpty }
    return (suites + (hasRows ? [Self.legend] : [])).joined(separator: "\n")
  }

  /// Writes the report in Markdown: for each suite a heading, a table and what failed.
  public func markdown() -> String {
    results.suites.map { suite in
      let failures = suite.failureLines.map { "- \(TextTable.markdownEscaped($0))\n" }.joined()
      let table =
        suite.rows.isEmpty
        ? "No rows.\n" : suite.tables.map { $0.renderedMarkdown() }.joined(separator: "\n")
      return """
        ## \(TextTable.markdownEscaped(suite.suite))

        \(TextTable.markdownEscaped(suite.surroundings))

        \(table)\(failures.isEmpty ? "" : "\n\(failures)")
        """
    }.joined(separator: "\n")
  }
}
