import BenchmarkReport
import BenchmarkResults
import Glibc
import ReportRendering
import Statistics
import SuiteErrors

extension TimeRun {
  /// Prints the report and writes the exports.
  func report(
    _ suite: SuiteResult,
    log: TimeLog,
    in results: ResultCollection
  ) async throws(SuiteError) {
    let options = command.results
    let report = CommandReport(
      suite,
      reference: command.reference == nil ? nil : commands[0].name,
      order: options.sort,
      unit: options.timeUnit,
      isSequential: isSequential
    )
    if options.allExports.contains(where: \.isStandardOutput) {
      let text = report.text(width: TerminalSize.lineWidth(of: STDERR_FILENO))
      StandardError.write(String(text.dropLast()))
    } else {
      print(report.text(width: TerminalSize.outputWidth), terminator: "")
    }
    let failedRuns = await log.failedRuns
    for row in suite.rows where row.kind != .floor {
      for note in Self.notes(on: row, failedRuns: failedRuns[row.name] ?? 0) {
        StandardError.write("note: \(row.name): \(note)")
      }
    }
    for export in options.allExports {
      try export.write(results, markdown: report.markdown())
    }
  }

  /// How much longer than the median a first run is that tells of cold caches.
  private static let coldStart = 1.5

  /// Shorter runs, in nanoseconds, always begin more slowly.
  private static let shortest = 5e6

  /// What a reader of the times has to know.
  private static func notes(on row: RowResult, failedRuns: Int) -> [String] {
    var notes: [String] = []
    if failedRuns > 0 {
      notes.append("\(failedRuns) of its runs failed, with the warm-up, and count like the others")
    }
    let times = row.wallSamples.map(Double.init)
    if times.count >= 3, times.median > shortest, let first = times.first,
      first > times.dropFirst().max() ?? 0,
      first > times.median * coldStart
    {
      let ratio = NumberFormat.string(first / times.median, decimals: 1)
      notes.append(
        "its first run took \(ratio) times the median, as if caches were cold; warm them with --warmup 3, "
          + "or empty them before each run with --prepare"
      )
    }
    return notes
  }
}
