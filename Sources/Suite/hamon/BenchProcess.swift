import BenchmarkHarness
import ExactCounts
import Glibc
import Subprocess

/// A benchmark executable as a child process.
struct BenchProcess {
  let path: String

  /// Asks for the names of its rows.
  ///
  /// - Parameter isQuick: Whether only those are wanted that a quick run has, which may be none.
  /// - Returns: The names; at least one, unless only those of a quick run are wanted.
  /// - Throws: ``BenchError`` if it is no benchmark executable.
  func rows(isQuick: Bool = false) async throws(BenchError) -> [String] {
    do {
      let result = try await Subprocess.run(
        .file(path),
        arguments: Arguments(["--list"] + (isQuick ? ["--quick"] : [])),
        output: .string(limit: 4 << 20),
        error: .discarded
      )
      guard result.terminationStatus.isSuccess else {
        throw BenchError.notASuite(path: path, ending: Self.ending(result.terminationStatus))
      }
      let rows = result.standardOutput.split(separator: "\n").map(String.init)
      guard isQuick || !rows.isEmpty else {
        throw BenchError.notASuite(path: path, ending: "printed nothing")
      }
      return rows
    } catch let error as BenchError {
      throw error
    } catch {
      throw .notStarted(path: path, reason: "\(error)")
    }
  }

  /// Runs it; what it says appears on this program's standard output and error.
  ///
  /// - Parameters:
  ///   - arguments: Its command line.
  ///   - keepsOutputFree: Whether all that it says goes to standard error.
  ///   - progress: Files that change as long as it goes on; the first is named to it.
  ///   - timeout: How long none of them may change before it is ended, with all that it has started.
  /// - Returns: How it ended, and whether that was because it made no progress.
  /// - Throws: ``BenchError`` if it can't be started.
  func run(
    arguments: [String],
    keepsOutputFree: Bool = false,
    progress: [String],
    timeout: Duration
  ) async throws(BenchError) -> (status: TerminationStatus, isHung: Bool) {
    let output: FileDescriptorOutput =
      keepsOutputFree ? .currentStandardError : .currentStandardOutput
    do {
      let result = try await Subprocess.run(
        .file(path),
        arguments: Arguments(arguments),
        environment: .inherit.updating(["HAMON_PROGRESS": progress.first]),
        input: .none,
        output: output,
        error: .currentStandardError
      ) { execution in
        await Self.watch(
          execution.processIdentifier.value,
          progress: progress,
          timeout: timeout
        )
      }
      return (result.terminationStatus, result.closureResult)
    } catch {
      throw .notStarted(path: path, reason: "\(error)")
    }
  }

  /// Waits for the end of a process; ends it where it makes no progress, or this program is told to end.
  ///
  /// - Returns: Whether it made none.
  private static func watch(
    _ process: pid_t,
    progress: [String],
    timeout: Duration
  ) async -> Bool {
    var last = progress.map(FileState.init)
    var deadline = ContinuousClock.now + timeout
    while ProcessTree.isRunning(process) {
      // Ctrl-C goes to the benchmark too; other signals come to this program alone.
      if InterruptSignal.hasArrived {
        ProcessTree.kill(process)
        return false
      }
      let state = progress.map(FileState.init)
      if state != last { (last, deadline) = (state, ContinuousClock.now + timeout) }
      if ContinuousClock.now > deadline {
        ProcessTree.kill(process)
        return true
      }
      // Seldom enough not to disturb what is measured on another processor.
      try? await Task.sleep(for: .milliseconds(100))
    }
    return false
  }

  /// What changes of a file when it is written, or replaced.
  private struct FileState: Equatable {
    let size: Int
    let node: UInt64
    let seconds: Int
    let nanoseconds: Int

    init(_ path: String) {
      var status = stat()
      let isThere = stat(path, &status) == 0
      size = isThere ? Int(status.st_size) : -1
      node = isThere ? UInt64(status.st_ino) : 0
      seconds = isThere ? status.st_mtim.tv_sec : 0
      nanoseconds = isThere ? status.st_mtim.tv_nsec : 0
    }
  }

  /// How a process ended, as the end of a sentence.
  static func ending(_ status: TerminationStatus) -> String {
    switch status {
    case .exited(let code): "ended with exit status \(code)"
    case .signaled(let signal): "was ended by signal \(signal)"
    }
  }
}
