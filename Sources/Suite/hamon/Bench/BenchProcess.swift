import BenchmarkHarness
import BenchmarkResults
import CommandRunning
import Glibc
import ProcessLaunching
import SuiteErrors

/// A benchmark executable as a child process.
struct BenchProcess {
  let program: BenchmarkProgram
  /// Whether it counts events of the processor.
  var countsEvents = false
  /// The position among the suites of the run, such as `3/17`; `nil` if unknown.
  var place: String?

  /// Asks for the names of its rows.
  ///
  /// - Parameter shortening: The options that leave rows out, such as `--quick`.
  /// - Returns: The names; at least one unless options leave rows out.
  /// - Throws: `SuiteError` if it is no benchmark executable.
  func rows(_ shortening: [String] = []) async throws(SuiteError) -> [String] {
    let result = try await command(["--list"] + shortening).run()
    guard result.isSuccess else { throw .notASuite(program.path, result.end.clause) }
    let rows = result.output.split(separator: "\n").map(String.init)
    guard !shortening.isEmpty || !rows.isEmpty else {
      throw .notASuite(program.path, "printed nothing")
    }
    return rows
  }

  /// Runs it; its output appears on this program's standard output and error.
  ///
  /// - Parameters:
  ///   - arguments: Its command line.
  ///   - keepsOutputFree: Whether all its output goes to standard error.
  ///   - progress: Files that change while it makes progress; it gets the path of the first.
  ///   - timeout: How long the files may stay unchanged before it is ended, with all processes it started.
  /// - Returns: How it ended, and whether it was ended for lack of progress.
  /// - Throws: `SuiteError` if it can't be started.
  func run(
    arguments: [String],
    keepsOutputFree: Bool = false,
    progress: [String],
    timeout: Duration
  ) async throws(SuiteError) -> (end: CommandEnd, observed: Bool) {
    var environment = program.environment
    environment[ProgressFile.variable] = progress.first
    if countsEvents { environment[UsageMeter.countersVariable] = "1" }
    if let place { environment[RunPosition.variable] = place }
    return try await command(arguments, environment: environment)
      .runShown(keepsOutputFree: keepsOutputFree) { process in
        await Self.watch(process, progress: progress, timeout: timeout)
      }
  }

  private func command(_ arguments: [String], environment: [String: String] = [:]) -> Command {
    // A path without a slash means this directory, not PATH.
    let path = program.path.contains("/") ? program.path : "./\(program.path)"
    var command = Command(path, arguments, environment: environment, in: program.directory)
    command.remedy = "give the path of a benchmark executable"
    return command
  }

  /// Waits for the end of a process; ends it if it makes no progress or this program is interrupted.
  ///
  /// - Returns: Whether it made no progress.
  private static func watch(
    _ process: Int32,
    progress: [String],
    timeout: Duration
  ) async -> Bool {
    var last = progress.map(state)
    var deadline = ContinuousClock.now + timeout
    while ProcessTree.isRunning(process) {
      // Ctrl-C reaches the benchmark too; other signals reach only this program.
      if InterruptSignal.hasArrived {
        ProcessTree.kill(process)
        return false
      }
      let now = progress.map(state)
      if now != last { (last, deadline) = (now, ContinuousClock.now + timeout) }
      if ContinuousClock.now > deadline {
        ProcessTree.kill(process)
        return true
      }
      // Rare enough not to disturb measurements on another processor.
      try? await Task.sleep(for: .milliseconds(100))
    }
    return false
  }

  /// The properties of a file that change when it is written or replaced; empty if there is no file.
  private static func state(of path: String) -> [Int] {
    var status = stat()
    // SAFETY: path and struct outlive the call.
    guard unsafe stat(path, &status) == 0 else { return [] }
    let time = status.st_mtim
    return [Int(status.st_size), Int(truncatingIfNeeded: status.st_ino), time.tv_sec, time.tv_nsec]
  }
}

extension SuiteError {
  /// An executable that is no benchmark.
  static func notASuite(_ path: String, _ ending: String) -> SuiteError {
    SuiteError(
      path,
      "it does not list its rows, it \(ending)",
      remedy: "give an executable whose main runs a BenchmarkSuite"
    )
  }

  /// A command whose counts can't be repeated.
  static func unrepeatableCounts(_ command: String) -> SuiteError {
    SuiteError(
      command,
      "two runs of it made different numbers of allocations",
      remedy: "its counts are the smaller of both, not exact"
    )
  }

  /// A benchmark that makes no progress.
  static func hung(_ path: String, _ timeout: Duration) -> SuiteError {
    SuiteError(
      path,
      "it made no progress in \(timeout), and was ended",
      remedy: "run it alone to see where it hangs, or give it longer (--timeout)"
    )
  }

  /// An interrupted run.
  static func interrupted(keptRows: Int) -> SuiteError {
    SuiteError(
      "interrupted",
      keptRows == 0 ? "nothing was measured" : "the result holds what was measured by then",
      remedy: "run it again for all"
    )
  }
}
