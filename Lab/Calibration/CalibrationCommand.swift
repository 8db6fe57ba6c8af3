import BenchmarkResults
import CommandRunning
import Counting
import Foundation
import ProcessLaunching
import RegressionGate
import Statistics
import SuiteErrors

/// A run of a row as a whole command, from the start of its process to the end.
///
/// The row is only a part of it, about half. So the row needs a larger effect than the command is to show.
struct CalibrationCommand: Equatable, Sendable {
  /// The name of the program, in the directory where the command runs.
  static let program = "program"
  /// The time that the row runs in it, without the start, in seconds.
  private static let rowSeconds = 0.02
  /// The number of runs of each length that its time is taken from.
  private static let runs = 9
  /// The smallest part of the command that the row may be: smaller rows would need effects many times as large as the command's.
  private static let leastShare = 0.1

  let row: String
  let iterations: Int
  /// The added instructions if it runs twice as many iterations, as a share of its instructions.
  let workShare: Double
  /// The added time then, as a share of its time.
  let timeShare: Double

  /// The shell command line.
  var line: String { Self.line(row: row, iterations: iterations) }

  private static func line(row: String, iterations: Int) -> String {
    "exec ./\(program) --one-shot \(iterations) --filter \(ShellWord.quoted(RowName.pattern(row)))"
  }

  /// Runs a row as a command of two lengths in turn, and counts both, to find the row's part of the command.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - trial: The trial of the row, with its time per sample.
  ///   - path: The program.
  ///   - directory: The directory for a temporary copy of it, which is created.
  ///   - timeout: The time limit of a run.
  /// - Returns: The command.
  /// - Throws: `SuiteError` or `ProcessFailure` if it can't be run or counted, or is mostly its start.
  static func measure(
    row: String,
    trial: RowTiming.Trial,
    program path: String,
    directory: String,
    timeout: Duration
  ) async throws -> CalibrationCommand {
    let manager = FileManager.default
    try manager.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? manager.removeItem(atPath: directory) }
    try manager.copyItem(atPath: path, toPath: "\(directory)/\(program)")

    let operation = trial.sampleSeconds / Double(trial.greeting.iterations)
    let iterations = max(1, Int((rowSeconds / max(operation, 1e-10)).rounded()))
    let lines = [iterations, 2 * iterations].map { line(row: row, iterations: $0) }
    let samplers = lines.map { CommandSampler($0, directory: directory, timeout: timeout) }
    for (line, iterations) in zip(lines, [iterations, 2 * iterations]) {
      let run = try await Command("/bin/sh", ["-c", line], in: directory).run()
      guard run.isSuccess, OneShotRun.isWhole(iterations, of: row, in: run.output) else {
        throw SuiteError(row, "it doesn't run whole as a command", remedy: "choose other rows")
      }
    }
    for sampler in samplers { _ = try sampler.sample(1) }
    var times: [[Double]] = [[], []]
    for _ in 0..<runs {
      for (index, sampler) in samplers.enumerated() { times[index] += try sampler.sample(1) }
    }
    var counts: [Double] = []
    for line in lines {
      let counted = CountedCommand(line, in: directory, timeout: timeout * 4)
      counts.append(try await counted.measure(layout: 0).counts.instructions)
    }
    let command = CalibrationCommand(
      row: row,
      iterations: iterations,
      workShare: counts[1] / counts[0] - 1,
      timeShare: times[1].median / times[0].median - 1
    )
    guard min(command.workShare, command.timeShare) >= leastShare else {
      throw SuiteError(
        row,
        "a run of it as a command is its start and little else",
        remedy: "choose other rows"
      )
    }
    return command
  }
}
