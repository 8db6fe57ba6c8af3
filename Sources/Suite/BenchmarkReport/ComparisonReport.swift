package import BenchmarkResults
import ReportRendering

/// Results of benchmarks, for a person to read: what the rows took, and how that compares with
/// their floors.
package struct ComparisonReport: Sendable {
  /// The results that are reported.
  package let results: ResultCollection

  /// Whether the percentiles of the samples are shown too.
  package let showsPercentiles: Bool

  /// Creates a report of results.
  ///
  /// - Parameters:
  ///   - results: The results.
  ///   - showsPercentiles: Whether the percentiles of the samples are shown too.
  package init(_ results: ResultCollection, showsPercentiles: Bool = false) {
    self.results = results
    self.showsPercentiles = showsPercentiles
  }

  /// What the columns are.
  private static let legend = """
    All times are of one operation. Kinds of rows: ours; floor, what nobody can beat; peer, what one
    would use instead. min, median, p99: of all samples; spread: the middle half of the samples, in
    per cent of the median; CPU median: of the thread, or of the whole process where several threads
    are at work. A ratio is the median over the rounds of ours / the other row, of the same round;
    least and most are those of single rounds. An exponent is the slope of the time over the parameter,
    both as logarithms: 1 is proportional.

    """

  /// Writes the report for a terminal: for each suite a heading, a table and what failed; at the end what
  /// the columns are.
  package func text() -> String {
    let suites = results.suites.map { suite in
      let failures = suite.failureLines.map { "\($0)\n" }.joined()
      let table =
        suite.rows.isEmpty
        ? "no rows\n"
        : suite.tables(showsPercentiles: showsPercentiles).map { $0.rendered() }.joined(
          separator: "\n"
        )
      return "\(suite.suite) (\(suite.surroundings))\n\n\(table)\(failures)"
    }
    let hasRows = results.suites.contains { !$0.rows.isEmpty }
    let repeated = RepeatedRuns.all(of: results).map { runs in
      "\(runs.title)\n\n\(runs.table.rendered())"
    }
    return (suites + repeated + (hasRows ? [Self.legend] : [])).joined(separator: "\n")
  }

  /// Writes the report in Markdown: for each suite a heading, a table and what failed.
  package func markdown() -> String {
    let suites = results.suites.map { suite in
      let failures = suite.failureLines.map { "- \(TextTable.markdownEscaped($0))\n" }.joined()
      let table =
        suite.rows.isEmpty
        ? "No rows.\n"
        : suite.tables(showsPercentiles: showsPercentiles).map { $0.renderedMarkdown() }
          .joined(separator: "\n")
      return """
        ## \(TextTable.markdownEscaped(suite.suite))

        \(TextTable.markdownEscaped(suite.surroundings))

        \(table)\(failures.isEmpty ? "" : "\n\(failures)")
        """
    }
    let repeated = RepeatedRuns.all(of: results).map { runs in
      "## \(TextTable.markdownEscaped(runs.title))\n\n\(runs.table.renderedMarkdown())"
    }
    return (suites + repeated).joined(separator: "\n")
  }
}
