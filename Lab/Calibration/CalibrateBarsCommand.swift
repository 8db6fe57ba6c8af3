import ArgumentParser
import BenchmarkResults
import Foundation
import ProcessLaunching
import RegressionGate
import ReportRendering
import SuiteErrors

/// `lab calibrate-bars`: how often a bar's verdict is wrong on this machine.
struct CalibrateBarsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate-bars",
    abstract:
      "Measures how often a bar's verdict is wrong: beside a load, and with a slowdown that is known.",
    discussion: """
      Runs all bars of benchmark executables again and again, as hamon bench --quick does: all rows once for \
      reference, then those of the bars that hold there, every other time beside two threads that keep the processors busy, \
      and then with a row that does 30 % more than it says, each in turn that is near enough to its limit. Counts the bars that are said to be missed and that the \
      reference run holds, and the planted slowdowns that are. The machine should have nothing else to do. If it is \
      interrupted, the same command goes on from there.

      EXAMPLES
        lab calibrate-bars .build/release/DispatchThroughput -o results/calibration/bars
        lab calibrate-bars --runs 4 --planted 2 --filter '^(empty|bare)' -o /tmp/look BENCHMARK

      EXIT STATUS
        0 if it was measured as far as it was asked to be, 1 if it failed or was interrupted, 64 for a \
      usage error.
      """
  )

  @OptionGroup var subject: CalibratedRows

  @Option(name: .shortAndLong, help: ArgumentHelp("Where it is written.", valueName: "directory"))
  var output = "results/calibration/bars"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many runs, half of them beside a load.", valueName: "count")
  )
  var runs = 20

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many runs with a planted slowdown.", valueName: "count")
  )
  var planted = 20

  @Option(
    help: ArgumentHelp(
      "The row that it is planted in; without it, each in turn that it brings over the limit of a ratio.",
      valueName: "row"
    )
  )
  var plantedRow: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("As for hamon bench.", valueName: "seconds")
  )
  var barBudget: Double?

  func validate() throws {
    for (name, value) in [("--runs", runs), ("--planted", planted)]
    where !(0...10_000).contains(value) {
      throw ValidationError("\(name) \(value): give a number from 0 to 10000")
    }
    if let barBudget, !(barBudget >= 0 && barBudget <= 86_400) {
      throw ValidationError("--bar-budget \(barBudget): give seconds, from 0 up to a day")
    }
  }

  func run() async throws {
    InterruptSignal.install()
    InterruptSignal.outliveBrokenPipes()
    var command = self
    command.subject.executables = try subject.executables.map(BenchmarkProgram.executable(at:))
    let output = try CalibrationOutput(output)
    let calibration = BarCalibration(command)
    // A different number of runs has a different order.
    let kinds = calibration.kinds
    var file = try CalibrationFile<BarCalibrationRun>(
      path: "\(output.directory)/runs.jsonl",
      subject: calibration.programs,
      keepsUnits: !subject.fresh,
      isWhole: { $0.isJudged && kinds.indices.contains($0.number) && kinds[$0.number] == $0.kind }
    )
    try await InterruptSignal.endingPrograms {
      try await calibration.measure(
        after: file.units,
        progress: { StandardError.write($0) },
        finished: { run throws(SuiteError) in try file.append(run) }
      )
    }
    let report = BarCalibrationReport(
      runs: file.units.sorted { $0.number < $1.number },
      machine: .current(),
      command: CalibrationOutput.commandLine,
      date: Date.now.ISO8601Format()
    )
    try output.write(report.markdown(), to: "README.md")
    let tables = [report.promises, report.table]
      .map { $0.rendered(width: TerminalSize.outputWidth) }
    print(tables.joined(separator: "\n"), terminator: "")
    try CalibrationOutput.checkInterruption(after: "\(file.units.count) runs")
    print("Everything is in \(output.directory): README.md, runs.jsonl")
  }
}
