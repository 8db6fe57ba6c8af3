import BenchmarkResults
import CommandRunning
import ExactCounts
import Foundation
import ProcessLaunching
import SuiteErrors

/// A run of a row as a whole command, from the start of its process to the end.
///
/// The row is a part of it only, about a half. So an effect that is to be so large of the command has to be larger of the row.
struct CalibrationCommand: Equatable, Sendable {
  /// The name of the program, in the directory where the command runs.
  static let program = "program"
  /// How long the row runs in it, besides the start, in seconds.
  private static let rowSeconds = 0.02
  /// How many runs of each length its time is taken from.
  private static let runs = 9
  /// The least part that the row may be of it: of less, effects would have to be many times as large as they are of the command.
  private static let leastShare = 0.1

  let row: String
  let iterations: Int
  /// How much more it executes if it runs twice as many, as a share of what it executes.
  let workShare: Double
  /// How much longer it takes then, as a share of its time.
  let timeShare: Double

  /// The line for the shell.
  ///
  /// - Parameter arguments: What stands behind its own arguments, as the shell reads it.
  /// - Returns: The line.
  func line(arguments: String) -> String {
    "\(Self.line(row: row, iterations: iterations)) \(arguments)"
  }

  private static func line(row: String, iterations: Int) -> String {
    "exec ./\(program) --one-shot \(iterations) --filter \(ShellWord.quoted(RowName.pattern(row)))"
  }

  /// Runs a row as a command of two lengths in turn, and counts both, to find out what part of it the row is.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - trial: What a sample of it takes.
  ///   - path: The program.
  ///   - directory: Where a copy of it is put meanwhile; it is made.
  ///   - timeout: How long a run may take.
  /// - Returns: The command.
  /// - Throws: `SuiteError` or `ProcessFailure` where it can't be run or counted, or is little but its start.
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
      timeShare: Statistics.median(of: times[1]) / Statistics.median(of: times[0]) - 1
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
