import ArgumentParser
import HamonVersion
import SuiteErrors

/// The tool: measures, records, reports.
@main
struct Hamon: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hamon",
    abstract: "Benchmarks, traces and profiles Swift programs on Linux.",
    version: HamonVersion.description,
    subcommands: [
      BenchCommand.self, GateCommand.self, DiffCommand.self, CalibrateCommand.self,
      CalibrateBarsCommand.self,
      HistoryCommand.self, ResultsCommand.self, RecordCommand.self, RecoverCommand.self,
      LiveCommand.self,
      ReportCommand.self, ExportCommand.self, DoctorCommand.self,
    ]
  )

  /// Parses the command line and runs the subcommand; says what is wrong with a command line in the
  /// form of all other errors.
  static func main() async {
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      try StandardOutput.finish()
    } catch {
      let status = exitCode(for: error)
      // hamon gate says by an error that it has passed, and the parser that it has helped.
      if status == .success, let problem = unwritten(message(for: error)) {
        StandardError.error("\(problem)")
        Self.exit(withError: ExitCode.failure)
      }
      if let problem = error as? SuiteError {
        StandardError.error("\(problem)")
        Self.exit(withError: ExitCode.failure)
      }
      // A bare status: its reason has been told.
      let message = message(for: error)
      guard status == .validationFailure, !message.isEmpty else { exit(withError: error) }
      StandardError.error("hamon: \(message); see hamon --help")
      Self.exit(withError: status)
    }
  }

  /// Why standard output could not be written; help is printed when the process ends.
  private static func unwritten(_ message: String) -> SuiteError? {
    guard message.isEmpty else { return nil }
    do throws(SuiteError) {
      try StandardOutput.finish()
      return nil
    } catch {
      return error
    }
  }
}
