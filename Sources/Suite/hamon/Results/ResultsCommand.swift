import ArgumentParser
import BenchmarkReport
import BenchmarkResults
import ReportRendering
import SuiteErrors

/// `hamon results`: earlier results, for people and for other tools.
struct ResultsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "results",
    abstract: "Shows benchmark results from files, or writes them in other forms.",
    discussion: """
      EXAMPLES
        hamon results results/latest/results.json
        hamon results --summary results/latest/results.json
        hamon results results.json --export junit=bars.xml --export jmh=jmh.json
        hamon results results.json --readme results --made-by 'make reference'
        hamon results results.json --export markdown=- >> "$GITHUB_STEP_SUMMARY"

      FORMS
        \(ResultExport.formats)
        hgrm is a directory with a file for each row, for HdrHistogram's plotter.

      EXIT STATUS
        0 if all was read and written, 1 if not, 64 for a usage error.
      """
  )

  @Argument(
    help: ArgumentHelp("Files written by hamon bench or a benchmark.", valueName: "file")
  )
  var files: [String]

  @Option(
    name: .customLong("export"),
    help: ArgumentHelp(
      "Write the results to a file in this form (- for stdout); may be repeated.",
      valueName: "form=file"
    ),
    transform: ResultExport.parse
  )
  var exports: [ResultExport] = []

  @Option(
    help: ArgumentHelp(
      "Write README.md as an index, pages and pictures of the suites, and the results without their samples into this directory.",
      valueName: "directory"
    )
  )
  var readme: String?

  @Option(
    help: ArgumentHelp("The command that README.md names to make it again.", valueName: "command")
  )
  var madeBy: String?

  @Flag(help: "Also show the percentiles of the samples.")
  var percentiles = false

  @Flag(help: "Also show the system cost of an operation: context switches, resident memory.")
  var system = false

  @Flag(
    help:
      "Print one screen instead of all tables: the most important ratios of each suite, the bars and the failures."
  )
  var summary = false

  func validate() throws { try ResultExport.validate(exports) }

  func run() async throws {
    var results = ResultCollection()
    for file in files {
      results.append(try ResultCollection.read(file))
    }
    for export in exports { try export.write(results) }
    if let readme {
      let pages = PublishedResults(results, madeBy: madeBy)
      if let problem = try await pages.write(to: readme) {
        StandardError.warning("\(readme): it has no pictures: \(problem)")
      }
    }
    if exports.isEmpty, readme == nil {
      let details = ReportDetails(percentiles: percentiles, system: system)
      let width = TerminalSize.outputWidth
      print(
        summary
          ? ResultSummary(results).text(width: width)
          : ComparisonReport(results, details: details).text(width: width),
        terminator: ""
      )
    }
  }
}
