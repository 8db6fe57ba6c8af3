import ArgumentParser
import SuiteErrors

/// `hamon history`: what was measured, commit by commit, and where it changed.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Keeps what was measured of each commit, and finds where it changed.",
    discussion: """
      The history is a folder of text files, results/history of the package, that is committed with \
      it: a line for each commit, row and metric. Changes that are too small or too slow for one \
      comparison show in it. They are found by E-divisive with Student's test, as Hunter does. It \
      blocks nothing: the exit status is 0 also where something has changed, and 1 for errors.

      Counts and times are compared on the same model of CPU and with the same toolchain only; ratios \
      to floors, of which both sides were measured in one run, over all machines.

      EXAMPLES
        hamon bench --counts --json results.json && hamon history add results.json
        hamon history show --metric instructions --since 2026-01-01
        hamon history show --markdown >> "$GITHUB_STEP_SUMMARY"
        hamon history plot -o pictures --filter '^dispatch/'
      """,
    subcommands: [
      HistoryAddCommand.self, HistoryShowCommand.self, HistoryPlotCommand.self,
      HistoryExportCommand.self,
    ]
  )

  /// Runs what reports its own errors.
  static func reportingErrors(_ body: () async throws -> Void) async throws {
    do {
      try await body()
      return
    } catch {
      StandardError.error("\(error)")
    }
    throw ExitCode.failure
  }
}
