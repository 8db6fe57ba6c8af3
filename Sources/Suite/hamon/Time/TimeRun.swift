import BenchmarkHarness
import BenchmarkReport
import BenchmarkResults
import CommandRunning
import Counting
import Foundation
import Glibc
import ProcessLaunching
import ReportRendering
import SuiteErrors

/// One run of `hamon time`.
struct TimeRun {
  let command: TimeCommand
  let commands: [TimedCommand]
  private let shell: CommandShell
  private let timeout: Duration

  /// Expands the commands.
  init(_ command: TimeCommand) throws(SuiteError) {
    self.command = command
    commands = try TimedCommand.all(of: command)
    shell = try command.shell
    timeout = .seconds(command.surroundings.timeout)
  }

  /// Measures the commands, writes the files and prints the report.
  ///
  /// - Returns: Whether all was measured, and all hooks were right.
  /// - Throws: `SuiteError` if nothing could be measured; later errors go to standard error.
  func run() async throws(SuiteError) -> Bool {
    let exports = command.results.allExports
    let file = try command.results.json.map { (path) throws(SuiteError) in
      try ResultFile(path: path)
    }
    for export in exports { try export.check() }
    try checkInput()
    let directory = try WorkDirectory.makeTemporary("time")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let log = TimeLog()
    let runs = runs(log: log, keepsOutputFree: exports.contains(where: \.isStandardOutput))
    var (results, isRight) = try await measure(runs, writingTo: "\(directory)/results.json")
    try file?.write(results)
    if command.results.counts, !InterruptSignal.hasArrived, results.rowCount > 0 {
      isRight = await count(runs, into: &results) && isRight
      try file?.write(results)
    }
    if InterruptSignal.hasArrived, results.rowCount == 0 { throw .interrupted(keptRows: 0) }
    if let suite = results.suites.first { try await report(suite, log: log, in: results) }
    if InterruptSignal.hasArrived {
      StandardError.error("\(SuiteError.interrupted(keptRows: results.rowCount))")
      return false
    }
    let hasFailedCleanup = await log.hasFailedCleanup
    return isRight && !results.hasFailures && !hasFailedCleanup
  }

  private func checkInput() throws(SuiteError) {
    let input = command.surroundings.input
    // SAFETY: the path outlives the call.
    guard input != "null", unsafe access(input, R_OK) != 0 else { return }
    throw SuiteError(
      "--input \(input)",
      "it can't be read: \(SystemReason.text())",
      remedy: "give a file, or null"
    )
  }

  private func runs(log: TimeLog, keepsOutputFree: Bool) -> CommandRuns {
    let (effort, surroundings) = (command.effort, command.surroundings)
    var runs = CommandRuns(log: log)
    runs.warmUp = effort.warmup
    runs.limit = effort.runs ?? effort.maxRuns ?? .max
    if effort.runs == nil {
      let seconds = effort.minBenchmarkingTime / Double(effort.rounds)
      runs.roundNanoseconds = UInt64(seconds * 1e9)
    }
    if surroundings.input != "null" { runs.input = .file(surroundings.input) }
    if keepsOutputFree { runs.shown = .descriptor(STDERR_FILENO) }
    runs.ignored = surroundings.ignored.flatMap { IgnoredFailures($0) }
    runs.timeout = timeout
    return runs
  }

  private func measure(
    _ runs: CommandRuns,
    writingTo path: String
  ) async throws(SuiteError) -> (results: ResultCollection, isRight: Bool) {
    // For commands written in Swift; hamon's own hashing doesn't matter here.
    // SAFETY: no other thread reads the environment now.
    unsafe setenv("SWIFT_DETERMINISTIC_HASHING", "1", 0)
    let idle = TimedCommand.idle(in: shell, besides: commands)
    var idleRuns = runs
    idleRuns.ignored = nil
    // Enough for a floor.
    idleRuns.roundNanoseconds = min(runs.roundNanoseconds, 20_000_000)
    let floor = idle.benchmark(floors: [], runs: idleRuns)
    var suite = BenchmarkSuite("commands")
    suite.rowWord = "command"
    suite.failureRemedy =
      "correct it, see what it prints with --show-output, or measure failing runs too with --ignore-failure"
    suite.isSequential = isSequential
    // One after the other, a row can only be compared with those before it.
    if suite.isSequential { suite.add(floor) }
    for (index, command) in commands.enumerated() {
      let floors = index == 0 ? [idle.name] : [commands[0].name, idle.name]
      suite.add(command.benchmark(floors: floors, runs: runs))
    }
    if !suite.isSequential { suite.add(floor) }
    tellSetUps()
    do {
      let isRight = try await suite.measure(
        writingTo: path,
        isQuick: false,
        rounds: command.effort.rounds
      )
      return (try ResultCollection.read(path), isRight)
    } catch let error as SuiteError {
      throw error
    } catch {
      throw SuiteError("commands", "\(error)", remedy: "run it again")
    }
  }

  /// Whether the commands run one after the other.
  var isSequential: Bool { command.effort.sequential || hasHiddenSetUps }

  /// Whether two commands are the same, and only what sets them up differs: in turn, both would run on what the last one made.
  private var hasHiddenSetUps: Bool {
    hasSetUps && commands.map(\.line).firstRepetition != nil
  }

  /// Whether there are different set-ups.
  private var hasSetUps: Bool { Set(commands.compactMap { $0.setup?.line }).count > 1 }

  private func tellSetUps() {
    guard hasSetUps, !command.effort.sequential else { return }
    StandardError.write(
      isSequential
        ? "note: --setup: only set-ups make these commands differ, so one is measured after the other"
        : "note: --setup: all set-ups run before the first round; if one undoes another, add --sequential"
    )
  }

  /// Counts what the commands, and all processes they start, execute and call.
  private func count(_ runs: CommandRuns, into results: inout ResultCollection) async -> Bool {
    let line = ProgressLine()
    var isRight = true
    let measured = Set(results.suites[0].rows.map(\.name))
    let counted = commands.filter { measured.contains($0.name) }
    for (index, command) in counted.enumerated() where !InterruptSignal.hasArrived {
      line.show("counting \(index + 1) of \(counted.count): \(command.name)")
      do {
        let result = try await InterruptSignal.endingPrograms {
          try await count(command, runs)
        }
        results.setCounts(result.counts, ofRow: command.name, suite: 0)
        if !result.isRepeatable {
          line.clear()
          StandardError.warning("\(SuiteError.unrepeatableCounts(command.name))")
        }
      } catch {
        line.clear()
        isRight = false
        // Ctrl-C ends valgrind too.
        if !InterruptSignal.hasArrived { StandardError.error("\(error)") }
      }
      await command.cleanUp(runs)
    }
    line.clear()
    return isRight
  }

  private func count(
    _ command: TimedCommand,
    _ runs: CommandRuns
  ) async throws -> CountedCommand.Result {
    try command.run(command.setup, runs)
    let ignored = runs.ignored
    var shell = shell
    var text = command.line
    if case .file(let path) = runs.input {
      // A shell opens the file, and is counted even if the command needs none.
      text = "exec < \(ShellWord.quoted(path)); \(shell.words.isEmpty ? "exec " : "")\(text)"
      if shell.words.isEmpty { shell = .usual }
    }
    return try await CountedCommand(
      text,
      in: FileManager.default.currentDirectoryPath,
      timeout: min(timeout, .seconds(3600)),
      words: { [shell] in (try? shell.words(running: $0)) ?? CountedCommand.shell($0) },
      accepting: { end in
        switch end {
        case .exited(let status): status == 0 || ignored?.contains(status) ?? false
        case .signaled(let signal): ignored?.contains(128 + signal) ?? false
        }
      }
    ).countTwice {
      try command.run(command.prepare, runs)
    } after: {
      try command.run(command.conclude, runs, evenInterrupted: true)
    }
  }
}
