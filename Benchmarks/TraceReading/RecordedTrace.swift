import FoundationEssentials
import Glibc
import RecordedRun
import SuiteErrors
import TraceRecording

/// The traces that the rows read; removed when the process ends.
struct RecordedTrace: Sendable {
  static let pairs = 100_000
  static let eventCount: UInt64 = 500_000
  static let taskCount = 1_000_000

  let path: String
  /// That of tasks.
  var tasksPath: String { "\(path)-tasks" }

  /// Records it.
  @MainActor
  static func make(asksForRows: Bool) async -> RecordedTrace {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "hamon-reading-\(getpid())").path
    // SAFETY, here and below: texts of C are read before their memory is freed.
    guard !asksForRows else { return RecordedTrace(path: path) }
    // It is there where the harness has started this process anew, for hash tables without a seed: that was no exit.
    defer {
      unsafe removedAtExit = strdup(path)
      atexit { RecordedTrace.removeAtExit() }
    }
    guard unsafe access(path, F_OK) != 0 else { return RecordedTrace(path: path) }
    let isolation = DaemonIsolation.establish()
    guard let program = unsafe realpath("/proc/self/exe", nil) else {
      return RecordedTrace(path: path)
    }
    defer { unsafe free(program) }
    let trace = RecordedTrace(path: path)
    do {
      _ = try await Recording(
        options: TraceRecordingOptions(
          target: .command([unsafe String(cString: program), Emission.option, "\(pairs)"]),
          outputDirectory: path,
          isLossless: true
        ),
        isolation: isolation
      ).run()
      var tasks = TraceRecordingOptions(
        target: .command([unsafe String(cString: program), Emission.taskOption, "\(taskCount)"]),
        outputDirectory: trace.tasksPath,
        isLossless: true,
        eventPatterns: [TracepointCatalog.tasks]
      )
      tasks.recordsTasks = true
      _ = try await Recording(options: tasks, isolation: isolation).run()
    } catch {
      // The rows will say that there is no trace.
      StandardError.error("\(error)")
    }
    return trace
  }

  // SAFETY: written once before any row runs, read once at exit.
  nonisolated(unsafe) private static var removedAtExit: UnsafeMutablePointer<CChar>?

  private static func removeAtExit() {
    guard let path = unsafe removedAtExit else { return }
    let trace = RecordedTrace(path: unsafe String(cString: path))
    try? FileManager.default.removeItem(atPath: trace.path)
    try? FileManager.default.removeItem(atPath: trace.tasksPath)
  }
}
