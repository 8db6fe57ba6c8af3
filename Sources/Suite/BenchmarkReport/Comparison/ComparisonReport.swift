package import BenchmarkResults
import ReportRendering
import Statistics

/// Results of benchmarks, for people: the times of the rows, and how they compare with their floors.
package struct ComparisonReport: Sendable {
  /// The reported results.
  package let results: ResultCollection

  /// The extra tables.
  package let details: ReportDetails

  package init(_ results: ResultCollection, details: ReportDetails = []) {
    self.results = results
    self.details = details
  }

  /// The meaning of the columns, as far as there are such.
  private var legend: String {
    let hasScaling = results.suites.contains { ScalingSeries.table(of: $0) != nil }
    let hasBars = results.suites.contains { $0.bars?.isEmpty == false }
    return Self.columns + (hasScaling ? " \(Self.scaling)" : "") + (hasBars ? " \(Self.bars)" : "")
  }

  private static let columns = """
    Times are per operation. Kinds of rows: ours; floor, the least that the work can cost; peer, what you would use \
    instead. min, median, mean and p99 are of the samples. A sample lasts about a millisecond and holds many \
    operations, so a cost that comes now and then shows in the mean rather than in a percentile. spread: the \
    middle half of the samples, in percent of the median. CPU median: the processor time of the row's thread, or of \
    the whole process if several threads work. A ratio is the row's median beside the other row's, of the same \
    round: the median of all rounds, then the least and the most.
    """
  private static let scaling =
    "An exponent of 1 means that the time grows in proportion to the parameter, 2 with its square."
  private static let bars = """
    A bar that isn't held has an interval: the ratio lies within it with that probability. A limit in time is for the \
    reference machine, and grows on a slower one.
    """

  /// The legend in readable lines.
  private func legend(width: Int?) -> String {
    WrappedText.lines(legend, width: min(width ?? .max, 110)).map { "\($0)\n" }.joined()
  }

  /// Writes the report for a terminal: the rows in which a peer is faster; for each suite a heading, a table and the failures; at the end
  /// the meaning of the columns.
  ///
  /// - Parameter width: The most characters of a line; `nil` for no limit.
  /// - Returns: The text, with a newline at the end of each line.
  package func text(width: Int? = nil) -> String {
    let faster = FasterPeers(results).text(width: width)
    let suites = results.suites.map { suite in
      let failures = suite.failureLines.flatMap { WrappedText.lines($0, width: width) }
        .map { "\($0)\n" }.joined()
      let table =
        suite.rows.isEmpty
        ? "no rows\n"
        : suite.tables(details: details, width: width).map { $0.rendered(width: width) }
          .joined(separator: "\n")
      let heading = WrappedText.lines("\(suite.suite) (\(suite.surroundings))", width: width)
        .joined(separator: "\n")
      return "\(heading)\n\n\(table)\(failures)"
    }
    let hasRows = results.suites.contains { !$0.rows.isEmpty }
    let repeated = RepeatedRuns.all(of: results).map { runs in
      "\(runs.title)\n\n\(runs.table.rendered(width: width))"
    }
    let legend = hasRows ? [legend(width: width)] : []
    return ((faster.isEmpty ? [] : [faster]) + suites + repeated + legend)
      .joined(separator: "\n")
  }

  /// Writes the report in Markdown: the rows in which a peer is faster; for each suite a heading, a table and the failures.
  package func markdown() -> String {
    let faster = FasterPeers(results).markdown
    let suites = results.suites.map { suite in
      let failures = suite.failureLines.map { "- \(TextTable.markdownEscaped($0))\n" }.joined()
      let table =
        suite.rows.isEmpty
        ? "No rows.\n"
        : suite.tables(details: details).map { $0.renderedMarkdown() }
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
    return ((faster.isEmpty ? [] : [faster]) + suites + repeated).joined(separator: "\n")
  }
}

/// Several runs of one suite, and how far they agree.
///
/// The times of a process depend on where its code and data lie, which changes from start to start; the samples of one run don't show that.
///
/// Source: Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013.
struct RepeatedRuns {
  let suite: String
  /// The runs; at least two.
  let runs: [SuiteResult]

  /// The suites of a collection that ran more than once, in order.
  static func all(of results: ResultCollection) -> [RepeatedRuns] {
    results.suites.grouped(by: \.suite).filter { $0.count > 1 }.map {
      RepeatedRuns(suite: $0[0].suite, runs: $0)
    }
  }

  /// The heading of the table.
  var title: String { "\(suite): \(runs.count) runs" }

  /// The medians of the runs, one line per row.
  var table: TextTable {
    var table = TextTable(
      headers: ["row", "runs", "median of medians", "least", "most", "most / least"],
      alignments: [.left]
    )
    for rows in runs.flatMap(\.rows).grouped(by: \.name) {
      let medians = rows.map(\.wall.median)
      guard let least = medians.min(), let most = medians.max() else { continue }
      let middle = medians.median
      table.append(
        row: [rows[0].name, "\(medians.count)"]
          + [middle, least, most].map { DurationFormat.string(nanoseconds: $0) }
          + [least > 0 ? NumberFormat.string(most / least, decimals: 3) + "x" : "-"]
      )
    }
    return table
  }
}
