import BenchmarkResults
import ReportRendering

/// Several runs of one suite, and how far they agree.
///
/// What a process takes depends on where its code and its data lie, which changes from start to start;
/// the samples of one run don't tell that.
///
/// Source: Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013.
struct RepeatedRuns {
  /// The name of the suite.
  let suite: String
  /// The runs; at least two.
  let runs: [SuiteResult]

  /// The suites of a collection that ran more than once, in order.
  static func all(of results: ResultCollection) -> [RepeatedRuns] {
    var names: [String] = []
    for suite in results.suites where !names.contains(suite.suite) { names.append(suite.suite) }
    return names.compactMap { name in
      let runs = results.suites.filter { $0.suite == name }
      return runs.count > 1 ? RepeatedRuns(suite: name, runs: runs) : nil
    }
  }

  /// The heading of the table.
  var title: String { "\(suite): \(runs.count) runs" }

  /// The medians of the runs, a line a row.
  var table: TextTable {
    var table = TextTable(
      headers: ["row", "runs", "median of medians", "least", "most", "most / least"],
      alignments: [.left]
    )
    var names: [String] = []
    for row in runs.flatMap(\.rows) where !names.contains(row.name) { names.append(row.name) }
    for name in names {
      let medians = runs.compactMap { run in run.rows.first { $0.name == name }?.wall.median }
        .sorted()
      guard let least = medians.first, let most = medians.last else { continue }
      let middle = (medians[(medians.count - 1) / 2] + medians[medians.count / 2]) / 2
      table.append(
        row: [name, "\(medians.count)"]
          + [middle, least, most].map { DurationFormat.string(nanoseconds: $0) }
          + [least > 0 ? NumberFormat.string(most / least, decimals: 3) + "x" : "-"]
      )
    }
    return table
  }
}
