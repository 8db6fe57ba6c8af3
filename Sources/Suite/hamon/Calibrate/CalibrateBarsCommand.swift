import ArgumentParser
import BenchmarkResults
import Foundation
import RegressionGate
import ReportRendering
import SuiteErrors

/// `hamon calibrate-bars`: how often a bar's verdict is wrong on this machine.
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
        hamon calibrate-bars .build/release/DispatchThroughput -o results/calibration/bars
        hamon calibrate-bars --runs 4 --planted 2 --filter '^(empty|bare)' -o /tmp/look BENCHMARK

      EXIT STATUS
        0 if it was measured as far as it was asked to be, 1 if it failed or was interrupted, 64 for a \
      usage error.
      """
  )

  @Argument(help: ArgumentHelp("Benchmark executables.", valueName: "executable"))
  var executables: [String]

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

  @OptionGroup var only: RowFilter

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("As for hamon bench.", valueName: "seconds")
  )
  var barBudget: Double?

  @Flag(help: "Measure everything, also what an interrupted calibration has measured before.")
  var fresh = false

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
    var command = self
    command.executables = try executables.map(SwiftPackage.executable(at:))
    try WorkDirectory.make(output, orElse: "give another directory")
    let calibration = BarCalibration(command)
    let path = "\(output)/runs.jsonl"
    if !fresh { try keepOthers(path, programs: calibration.programs) }
    let file = try ResultFile(path: path, expectedBytes: 1 << 20, advice: Self.advice)
    let lines = JSONLines(path: path, remedy: Self.advice.remedy)
    var done = fresh ? [] : Self.read(path, programs: calibration.programs)
    // Another number of runs is another order of them.
    let kinds = calibration.kinds
    done = done.filter {
      $0.isJudged && kinds.indices.contains($0.number) && kinds[$0.number] == $0.kind
    }
    try await calibration.measure(
      after: done,
      progress: { StandardError.write($0) },
      finished: { run throws(SuiteError) in
        done.append(run)
        done.sort { $0.number < $1.number }
        try file.write(bytes: lines.bytes(of: done))
      }
    )
    let report = BarCalibrationReport(
      runs: done,
      machine: .current(),
      command: CalibrateCommand.commandLine,
      date: Date.now.ISO8601Format()
    )
    try ResultFile(path: "\(output)/README.md", expectedBytes: 1 << 16, advice: Self.advice)
      .write(bytes: Array(report.markdown().utf8))
    let tables = [report.promises, report.table]
      .map { $0.rendered(width: TerminalSize.outputWidth) }
    print(tables.joined(separator: "\n"), terminator: "")
    if InterruptSignal.hasArrived { throw SuiteError.interrupted(after: "\(done.count) runs") }
    print("Everything is in \(output): README.md, runs.jsonl")
  }

  /// Copies runs that this calibration would replace: hours have gone into them.
  private func keepOthers(_ path: String, programs: String) throws(SuiteError) {
    let all = FileManager.default.contents(atPath: path) ?? Data()
    let kept = Self.read(path, programs: programs)
    guard all.split(separator: UInt8(ascii: "\n")).count > kept.count else { return }
    let aside = CalibrationFile.unused("\(path).before")
    do {
      try FileManager.default.copyItem(atPath: path, toPath: aside)
    } catch {
      throw SuiteError.unwritten(aside, error, remedy: Self.advice.remedy)
    }
    StandardError.warning("\(path): runs of other programs are there; they are kept as \(aside)")
  }

  private static let advice = ResultFileAdvice("the runs", remedy: "give another --output")

  /// The runs of a file, without those of other programs and a last line that was cut.
  private static func read(_ path: String, programs: String) -> [BarCalibrationRun] {
    let data = FileManager.default.contents(atPath: path) ?? Data()
    return data.split(separator: UInt8(ascii: "\n"))
      .compactMap { try? JSONDecoder().decode(BarCalibrationRun.self, from: $0) }
      .filter { $0.programs == programs }
  }
}
