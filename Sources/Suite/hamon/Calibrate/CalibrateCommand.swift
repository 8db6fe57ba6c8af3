import ArgumentParser
import BenchmarkResults
import Foundation
import RegressionGate
import ReportRendering
import SuiteErrors

/// `hamon calibrate`: how often the gate is wrong on this machine.
struct CalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Measures how often the gate is wrong, with effects that are known.",
    discussion: """
      Gates rows of benchmark executables against themselves: the same code, code that was only moved, \
      and with injected work, allocations and time. Writes the rates of false alarms and of effects that \
      were found, with their intervals and pictures, into a directory. If it is interrupted, the same \
      command goes on from there.

      EXAMPLES
        hamon calibrate .build/release/DispatchThroughput -o results/calibration
        hamon calibrate --several-tasks --minutes 12 -o results/calibration/several-tasks BENCHMARK
        hamon calibrate --same-code 20 --code-shifts 20 --injected 10 -o /tmp/look BENCHMARK

      EXIT STATUS
        0 if it was measured as far as it was asked to be, 1 if it failed or was interrupted, 64 for a \
      usage error.
      """
  )

  @Argument(help: ArgumentHelp("Benchmark executables.", valueName: "executable"))
  var executables: [String]

  @Option(name: .shortAndLong, help: ArgumentHelp("Where it is written.", valueName: "directory"))
  var output = "results/calibration"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many units of the same code.", valueName: "count")
  )
  var sameCode = CalibrationPlan().sameCode

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many units of code that was only moved.", valueName: "count")
  )
  var codeShifts = CalibrationPlan().codeShifts

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many units of each injected effect.", valueName: "count")
  )
  var injected = CalibrationPlan().injected

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many rows they are taken from.", valueName: "count")
  )
  var rows = CalibrationPlan().rows

  @OptionGroup var only: RowFilter

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Look at this percentile of single operations too: 90, 99 or 99.9.",
      valueName: "percent"
    )
  )
  var percentile: String?

  @Flag(help: "Gate rows with several threads or tasks only.")
  var severalTasks = false

  @Flag(help: "Gate whole commands: runs of rows from the start of their process to the end.")
  var commands = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Stop after so many minutes; the same command goes on from there.",
      valueName: "minutes"
    )
  )
  var minutes: Double?

  @Flag(help: "Measure everything, also what an interrupted calibration has measured before.")
  var fresh = false

  func validate() throws {
    for (name, value) in [
      ("--same-code", sameCode), ("--code-shifts", codeShifts), ("--injected", injected),
    ] where !(0...100_000).contains(value) {
      throw ValidationError("\(name) \(value): give a number from 0 to 100000")
    }
    guard sameCode + codeShifts + injected > 0 else {
      throw ValidationError("--same-code, --code-shifts, --injected: all are 0; give one")
    }
    if let percentile, GateMetric(percentile: percentile) == nil {
      throw ValidationError("--percentile \(percentile): give 90, 99 or 99.9")
    }
    if [severalTasks, commands, percentile != nil].count(where: \.self) > 1 {
      throw ValidationError("--several-tasks, --commands, --percentile: give one of them")
    }
    if let minutes, !(minutes > 0 && minutes < 10_000) {
      throw ValidationError("--minutes \(minutes): give more than 0, and less than 10000")
    }
    try RowPattern.validate([("--filter", only.filter)])
    guard (1...10_000).contains(rows) else {
      throw ValidationError("--rows \(rows): give a number from 1 to 10000")
    }
  }

  func run() async throws {
    InterruptSignal.install()
    InterruptSignal.outliveBrokenPipes()
    try await InterruptSignal.endingPrograms { try await calibrate() }
  }

  /// How the report says that it was made.
  static var commandLine: String {
    (["hamon"] + CommandLine.arguments.dropFirst()).joined(separator: " ")
  }

  private var kind: CalibrationKind {
    severalTasks ? .severalTasks : commands ? .commands : percentile != nil ? .percentiles : .rows
  }

  private func calibrate() async throws {
    let end = minutes.map { ContinuousClock.now + .seconds(60 * $0) }
    let executables = try executables.map(SwiftPackage.executable(at:))
    var plan = CalibrationPlan()
    plan.sameCode = sameCode
    plan.codeShifts = codeShifts
    plan.injected = injected
    plan.rows = rows
    plan.kind = kind
    var options = GateOptions()
    options.filter = only.filter
    options.limits.percentile = percentile.flatMap { GateMetric(percentile: $0) }
    try WorkDirectory.make(output, orElse: "give another directory")
    let terminal = GateTerminal()
    defer { terminal.line.clear() }
    let subject =
      executables.map(FileFingerprint.of)
      + ["\(plan)", "\(options.plan)", "\(options.limits)", only.filter ?? ""]
      + [MachineDescription.current().cpuModel]
    var file = try CalibrationFile(
      path: "\(output)/units.jsonl",
      subject: subject.joined(separator: "; "),
      keepsUnits: !fresh
    )
    if let aside = file.aside {
      StandardError.warning(
        "\(output): what was there is of other programs, another plan or another machine; "
          + "its units are kept as \(aside)"
      )
    }
    let programs = try WorkDirectory.makeTemporary("calibrate")
    defer { try? FileManager.default.removeItem(atPath: programs) }
    let found = try await CalibrationRun(
      executables: executables,
      plan: plan,
      options: options,
      progress: terminal
    ).measure(
      directory: programs,
      earlier: file.units,
      isOver: { end.map { ContinuousClock.now > $0 } ?? false },
      isInterrupted: { InterruptSignal.hasArrived },
      finished: { try file.append($0) }
    )
    terminal.line.clear()
    let report = CalibrationReport(
      units: file.units,
      kind: kind,
      limits: options.limits,
      omitted: found.omitted,
      command: Self.commandLine,
      date: Date.now.ISO8601Format()
    )
    // What is interrupted draws nothing more.
    try write(report.markdown(hasPictures: !InterruptSignal.hasArrived), to: "README.md")
    print(report.table().rendered(width: TerminalSize.outputWidth), terminator: "")
    if InterruptSignal.hasArrived {
      throw SuiteError.interrupted(after: "\(file.units.count) units")
    }
    if file.units.count < found.count {
      print("\(file.units.count) of \(found.count) units; the same command goes on from here")
    }
    var files = ["README.md", "units.jsonl"]
    if report.hasFunnel {
      try write(try await report.funnel(), to: "funnel.svg")
      files.append("funnel.svg")
    }
    if report.hasEstimates {
      try write(try await report.estimates(), to: "estimates.svg")
      files.append("estimates.svg")
    }
    print("Everything is in \(output): \(files.joined(separator: ", "))")
  }

  private func write(_ text: String, to name: String) throws(SuiteError) {
    do {
      try text.write(toFile: "\(output)/\(name)", atomically: true, encoding: .utf8)
    } catch {
      let remedy = "make room, or give another directory"
      throw .unwritten("\(output)/\(name)", error, remedy: remedy)
    }
  }
}
