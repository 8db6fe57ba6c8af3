import ArgumentParser
import Glibc
import HamonVersion
import ProcessLaunching
import SuiteErrors
import TraceRecording

/// The tool: measures, records, reports.
@main
struct Hamon: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hamon",
    abstract: "Benchmarks, traces and profiles Swift programs on Linux.",
    discussion: """
      EXAMPLES
        hamon init                                    # starts a suite in a package
        hamon bench --package-path .                  # how fast, next to the floors
        hamon time 'sleep 0.3' 'sleep 0.5'            # how long whole commands take
        hamon gate --base main                        # what got slower
        hamon record -o trace -- .build/release/MyApp # what it does
        hamon report trace --html trace.html
        hamon doctor                                  # what is missing here

      EXIT STATUS
        0     it did what it was asked to
        1     it failed; bench, time: or was interrupted
        2     gate: something has regressed
        3     gate, diff, release-notes: something could not be measured, or it was interrupted
        64    the command line is wrong
        125   record, recover, live: the recording failed
        126, 127, 128 + N and others   record: COMMAND's own
      """,
    version: HamonVersion.description,
    subcommands: [
      InitCommand.self, BenchCommand.self, TimeCommand.self, CompareCommand.self, GateCommand.self,
      DiffCommand.self, ReleaseNotesCommand.self, HistoryCommand.self, ResultsCommand.self,
      RecordCommand.self, RecoverCommand.self, LiveCommand.self,
      ReportCommand.self, ExportCommand.self, DoctorCommand.self,
    ]
  )

  /// Parses the command line and runs the subcommand; reports usage errors in the form of all other errors.
  static func main() async {
    if let shortage = ProcessLimit.shortage {
      StandardError.error("\(shortage)")
      let command = CommandLine.arguments.dropFirst().first ?? ""
      Glibc.exit(
        ["record", "recover", "live"].contains(command)
          ? 125 : ["gate", "diff", "release-notes"].contains(command) ? 3 : 1
      )
    }
    ChildSignal.takeEnds()
    // A file at its size limit (`ulimit -f`) is an error of the write, not a signal. Commands don't inherit handlers.
    signal(SIGXFSZ) { _ in }
    do {
      var command = try parseAsRoot(TimeParameters.joined(Array(CommandLine.arguments.dropFirst())))
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      try StandardOutput.finish()
    } catch {
      let status = exitCode(for: error)
      // hamon gate throws when it passes, and the parser when it helps. Help is printed when the process ends.
      if status == .success, message(for: error).isEmpty {
        do {
          try StandardOutput.finish()
        } catch {
          StandardError.error("\(error)")
          Self.exit(withError: ExitCode.failure)
        }
      }
      // The command itself failed: the parser has nothing to add.
      if status == .failure, !(error is ExitCode) {
        StandardError.error("\(error)")
        let recording = error as? RecordingError
        Self.exit(withError: recording.map { ExitCode($0.exitStatus) } ?? ExitCode.failure)
      }
      // A bare status: its reason is already printed.
      let message = message(for: error)
      guard status == .validationFailure, !message.isEmpty else { exit(withError: error) }
      let help = fullMessage(for: error).firstMatch(of: /See '(.+)' for more information/)?.1
      StandardError.error("hamon: \(message); see \(help ?? "hamon --help")")
      Self.exit(withError: status)
    }
  }
}
