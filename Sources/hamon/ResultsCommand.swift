import ArgumentParser
import BenchmarkReport

/// `hamon results`: what was measured before, for people and for other tools.
struct ResultsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "results",
    abstract: "Shows results of benchmarks that are in files, or writes them in other forms.",
    discussion: """
      EXAMPLES
        hamon results results/latest/results.json
        hamon results results.json --export junit=bars.xml --export jmh=jmh.json
        hamon results results.json --export markdown=- >> "$GITHUB_STEP_SUMMARY"

      FORMS
        \(ResultExport.formats)
        hgrm is a directory: a file a row, for HdrHistogram's plotter.
      """
  )

  @Argument(
    help: ArgumentHelp("Files that hamon bench or a benchmark has written.", valueName: "file")
  )
  var files: [String]

  @Option(
    name: .customLong("export"),
    help: ArgumentHelp(
      "Write the results in a form to a file (- for stdout); may be repeated.",
      valueName: "form=file"
    )
  )
  var exports: [ResultExport] = []

  @Flag(help: "Show the percentiles of the samples too.")
  var percentiles = false

  func run() throws {
    do throws(BenchError) {
      var results = ResultCollection()
      for file in files {
        do {
          results.append(try ResultCollection.read(file))
        } catch {
          throw .file(description: "\(error)")
        }
      }
      for export in exports { try export.write(results) }
      if exports.isEmpty { print(ComparisonReport(results, showsPercentiles: percentiles).text(), terminator: "") }
      return
    } catch {
      StandardError.error("\(error)")
    }
    throw ExitCode.failure
  }
}
