import ArgumentParser
import ProcessLaunching
import RegressionGate
import SuiteErrors

/// The tool that measures the suite itself; users of the suite don't need it.
@main
struct Lab: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab",
    abstract: "Measures how often the verdicts of hamon are wrong.",
    subcommands: [CalibrateCommand.self, CalibrateBarsCommand.self]
  )
}

/// The rows to calibrate.
struct CalibratedRows: ParsableArguments {
  @Argument(help: ArgumentHelp("Benchmark executables.", valueName: "executable"))
  var executables: [String]

  @Option(
    help: ArgumentHelp(
      "Only the rows that match; it may match any part of a row's name.",
      valueName: "regex"
    )
  )
  var filter: String?

  @Flag(help: "Measure everything, also what an interrupted calibration has measured before.")
  var fresh = false

  func validate() throws {
    if let filter, (try? Regex(filter)) == nil {
      throw ValidationError("\(SuiteError.invalidPattern("--filter", filter))")
    }
  }
}

/// The output directory of both calibrations.
struct CalibrationOutput {
  let directory: String

  init(_ directory: String) throws(SuiteError) {
    self.directory = directory
    try WorkDirectory.make(directory, orElse: "give another directory")
  }

  static let remedy = "give another --output"

  /// The command line, as the report quotes it.
  static var commandLine: String {
    (["lab"] + CommandLine.arguments.dropFirst()).joined(separator: " ")
  }

  /// Throws an error if a signal has arrived, because the rest is still unmeasured.
  static func checkInterruption(after measured: String) throws(SuiteError) {
    guard InterruptSignal.hasArrived else { return }
    let remedy = "the same command goes on from here"
    throw SuiteError("interrupted", "after \(measured)", remedy: remedy)
  }

  func write(_ text: String, to name: String) throws(SuiteError) {
    try JSONLines(path: "\(directory)/\(name)", remedy: Self.remedy).write(Array(text.utf8))
  }
}
