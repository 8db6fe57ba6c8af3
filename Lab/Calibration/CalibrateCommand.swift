import ArgumentParser
import BenchmarkResults
import Foundation
import ProcessLaunching
import RegressionGate
import ReportRendering
import SuiteErrors

/// `lab calibrate`: how often the gate is wrong on this machine.
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
        lab calibrate .build/release/DispatchThroughput -o results/calibration
        lab calibrate --several-tasks --minutes 12 -o results/calibration/several-tasks BENCHMARK
        lab calibrate --same-code 20 --code-shifts 20 --injected 10 -o /tmp/look BENCHMARK

      EXIT STATUS
        0 if it was measured as far as it was asked to be, 1 if it failed or was interrupted, 64 for a \
      usage error.
      """
  )

  @OptionGroup var subject: CalibratedRows

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
    guard (1...10_000).contains(rows) else {
      throw ValidationError("--rows \(rows): give a number from 1 to 10000")
    }
  }

  func run() async throws {
    InterruptSignal.install()
    InterruptSignal.outliveBrokenPipes()
    try await InterruptSignal.endingPrograms { try await calibrate() }
  }

  private var kind: CalibrationKind {
    severalTasks ? .severalTasks : commands ? .commands : percentile != nil ? .percentiles : .rows
  }

  private func calibrate() async throws {
    let end = minutes.map { ContinuousClock.now + .seconds(60 * $0) }
    let executables = try subject.executables.map(BenchmarkProgram.executable(at:))
    var plan = CalibrationPlan()
    plan.sameCode = sameCode
    plan.codeShifts = codeShifts
    plan.injected = injected
    plan.rows = rows
    plan.kind = kind
    var options = GateOptions()
    options.filter = subject.filter
    options.limits.percentile = percentile.flatMap { GateMetric(percentile: $0) }
    let output = try CalibrationOutput(output)
    let terminal = GateTerminal()
    defer { terminal.line.clear() }
    let identity =
      executables.map(Fingerprint.ofFile)
      + ["\(plan)", "\(options.plan)", "\(options.limits)", subject.filter ?? ""]
      + [MachineDescription.current().cpuModel]
    var file = try CalibrationFile<CalibrationUnit>(
      path: "\(output.directory)/units.jsonl",
      subject: identity.joined(separator: "; "),
      keepsUnits: !subject.fresh,
      isWhole: { $0.failure == nil }
    )
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
      finished: { try file.append($0) }
    )
    terminal.line.clear()
    let report = CalibrationReport(
      units: file.units,
      kind: kind,
      limits: options.limits,
      omitted: found.omitted,
      command: CalibrationOutput.commandLine,
      date: Date.now.ISO8601Format()
    )
    // An interrupted calibration draws no more pictures.
    try output.write(report.markdown(hasPictures: !InterruptSignal.hasArrived), to: "README.md")
    print(report.table().rendered(width: TerminalSize.outputWidth), terminator: "")
    try CalibrationOutput.checkInterruption(after: "\(file.units.count) units")
    if file.units.count < found.count {
      print("\(file.units.count) of \(found.count) units; the same command goes on from here")
    }
    var files = ["README.md", "units.jsonl"]
    if report.hasFunnel {
      try output.write(try await report.funnel(), to: "funnel.svg")
      files.append("funnel.svg")
    }
    if report.hasEstimates {
      try output.write(try await report.estimates(), to: "estimates.svg")
      files.append("estimates.svg")
    }
    print("Everything is in \(output.directory): \(files.joined(separator: ", "))")
  }
}
