import ArgumentParser
import BenchmarkReport
import ReportRendering
import Statistics
import SuiteErrors

/// `hamon history show`: where results changed.
struct HistoryShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows where the level of a row changed.",
    discussion: """
      The commit is the first of the new level. A level is the median from one change to the next. A \
      change appears once a second commit confirms it. The confidence is that of the test between the \
      two levels.

      EXAMPLES
        hamon history show
        hamon history show --filter '^dispatch/' --metric instructions --metric ratio
        hamon history show --markdown "$GITHUB_STEP_SUMMARY"
      """
  )

  @OptionGroup var selection: HistorySelection

  @Option(help: ArgumentHelp("Only changes since this day (2026-01-31).", valueName: "date"))
  var since: HistoryDate?

  @Option(
    defaultAsFlag: "-",
    help: ArgumentHelp(
      "Append a Markdown table to this file, such as $GITHUB_STEP_SUMMARY; without a file, print it.",
      valueName: "file"
    )
  )
  var markdown: String?

  @OptionGroup var location: HistoryLocation

  func run() async throws {
    let entries = try selection.select(try location.read(), path: location.folder().path)
    let series = HistorySeries.series(of: entries)
    let report = ChangePointReport(series, since: since?.date)
    let table = report.rows.isEmpty ? nil : report.table()
    let rendered =
      markdown == nil
      ? table?.rendered(width: TerminalSize.outputWidth) : table?.renderedMarkdown()
    let sentence = summary(report, series: series, commits: Set(entries.map(\.commit)).count)
    let text = (rendered.map { "\($0)\n" } ?? "") + "\(sentence)\n"
    if let markdown, markdown != "-" { return try AppendedFile(path: markdown).append(text) }
    print(text, terminator: "")
  }

  private func summary(
    _ report: ChangePointReport,
    series: [HistorySeries],
    commits: Int
  ) -> String {
    func count(_ number: Int, _ noun: String, _ plural: String) -> String {
      "\(number == 0 ? "no" : String(number)) \(number == 1 ? noun : plural)"
    }
    let short = series.filter { $0.points.count < ChangePointDetector.shortestSeries }.count
    let changes = count(report.rows.count, "change point", "change points")
    let text =
      "\(changes) in \(series.count) series of \(count(commits, "commit", "commits"))"
      + (short == 0
        ? "" : "; \(short) \(short == 1 ? "has" : "have") too few commits to have any")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}

/// `hamon history export`: the history for other programs.
struct HistoryExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes the history as CSV.",
    discussion: """
      EXAMPLES
        hamon history export > history.csv
        hamon history export --metric ratio -o ratios.csv
      """
  )

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write to this file instead of stdout.", valueName: "file")
  )
  var output: String?

  @OptionGroup var selection: HistorySelection

  @OptionGroup var location: HistoryLocation

  func run() async throws {
    let entries = try selection.select(try location.read(), path: location.folder().path)
    let text = HistoryCSV.text(of: entries)
    guard let output else { return try StandardOutput.write(text.utf8) }
    let remedy = "give a file in a directory that exists and is writable"
    try WrittenFile.write(text.utf8, to: output, atomically: true, orElse: remedy)
  }
}
