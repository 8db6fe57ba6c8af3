import ArgumentParser
import BenchmarkHistory
import Foundation
import SuiteErrors

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
    help: ArgumentHelp("Write to this file and not to stdout.", valueName: "file")
  )
  var output: String?

  @OptionGroup var selection: HistorySelection

  @OptionGroup var location: HistoryLocation

  func run() async throws {
    try await HistoryCommand.reportingErrors {
      let entries = try selection.select(try location.read(), path: location.folder().path)
      let data = Data(HistoryCSV.text(of: entries).utf8)
      do {
        if let output {
          try data.write(to: URL(filePath: output), options: .atomic)
        } else {
          try FileHandle.standardOutput.write(contentsOf: data)
        }
      } catch {
        throw SuiteError.unwritable(output ?? "stdout", error)
      }
    }
  }
}
