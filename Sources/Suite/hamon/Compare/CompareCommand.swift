import ArgumentParser
import BenchmarkReport
import BenchmarkResults
import ReportRendering
import Statistics
import SuiteErrors

/// `hamon compare`: two saved runs.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares two saved runs, by the ratios to their own floors and by counts.",
    discussion: """
      Each row is compared with its floors and peers in its own run, and these ratios of both runs with each \
      other: a machine's speed drifts between two runs, so their times alone say nothing. Counts are compared \
      exactly. Nothing is judged, and nothing fails; hamon gate does that, with both sides measured in one job.

      Several runs of a file (hamon bench --repeat 7) count as one side, and make the intervals cover how the same \
      code differs from start to start.

      EXAMPLES
        hamon bench --counts --json old.json    # change something, and the same with new.json
        hamon compare old.json new.json
        hamon compare old.json new.json --filter '^parse/' --markdown changes.md

      EXIT STATUS
        0 if the runs were compared, whatever changed; 1 if not (a file holds no results, no row is in both); 64 \
      for a usage error.
      """
  )

  @Argument(help: ArgumentHelp("The earlier run, A: a file of hamon bench --json.", valueName: "a"))
  var base: String

  @Argument(help: ArgumentHelp("The later run, B.", valueName: "b"))
  var head: String

  @OptionGroup var rows: RowSelection

  @Option(help: ArgumentHelp("Write the comparison to this file as JSON.", valueName: "file"))
  var json: String?

  @Option(
    help: ArgumentHelp(
      "Append the comparison to this file as Markdown, such as $GITHUB_STEP_SUMMARY.",
      valueName: "file"
    )
  )
  var markdown: String?

  func validate() throws { try RowPattern.validate([("--filter", rows.filter)]) }

  func run() throws {
    let comparison = try comparison()
    for warning in comparison.warnings { StandardError.warning(warning) }
    print(comparison.text(width: TerminalSize.outputWidth), terminator: "")
    if let json { try ResultFile(path: json, expectedBytes: 1 << 16).write(comparison) }
    if let markdown { try AppendedFile(path: markdown).append(comparison.markdown()) }
  }

  private func comparison() throws(SuiteError) -> RunComparison {
    let runs = Sides(
      base: SavedRun(base, try ResultCollection.read(base)),
      head: SavedRun(head, try ResultCollection.read(head))
    )
    guard ResultFile.followingLinks(base) != ResultFile.followingLinks(head) else {
      throw SuiteError(head, "it is the file that it is compared with", remedy: "give two runs")
    }
    guard let pattern = rows.pattern else { return try RunComparison(runs) }
    guard let regex = try? Regex(pattern) else { throw .invalidPattern("--filter", pattern) }
    return try RunComparison(runs) { $0.contains(regex) }
  }
}
