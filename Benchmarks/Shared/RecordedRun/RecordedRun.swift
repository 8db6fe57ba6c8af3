import FoundationEssentials
import Glibc
package import SuiteErrors
package import TraceRecording

/// Starts a benchmark anew as a program that is recorded.
///
/// LTTng finds its session daemon when a program starts, so a benchmark of what recording costs must be
/// started by its recorder. It is both: the process that was started records, and ends with the status
/// of the one that measures.
package enum RecordedRun {
  private static let marker = "HAMON_BENCHMARK_IS_RECORDED"

  /// Whether this machine can record.
  package static var isPossible: Bool {
    ["lttng", "lttng-sessiond"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }
  }

  /// Whether this process is the one that is recorded.
  package static var isRecorded: Bool { ProcessInfo.processInfo.environment[marker] != nil }

  /// Whether valgrind runs this process.
  private static var isUnderValgrind: Bool {
    ProcessInfo.processInfo.environment["LD_PRELOAD"]?.contains("vgpreload") ?? false
  }

  /// Records this program with the same arguments, and ends the process with its status; returns where
  /// it is recorded already, can't be, or is only asked for its rows.
  ///
  /// Under valgrind it isn't recorded: that counts this process and none that it starts, and valgrind 3.19 doesn't survive how
  /// this one waits for the other. So rows that need no recording are counted, and those that do fail with a reason.
  ///
  /// - Parameters:
  ///   - configure: Changes how it is recorded.
  ///   - attempts: How many times it is recorded at most while something is wrong: a machine that stands still for a moment is no
  ///     fault of the program, and a fault is there each time.
  ///   - check: Looks at what came of it and returns what is wrong, if anything is.
  ///
  /// On the main actor: where it returns at once, the main thread must not have suspended, which valgrind 3.19 doesn't
  /// survive.
  @MainActor
  package static func start(
    configure: (inout TraceRecordingOptions) -> Void,
    attempts: Int = 1,
    check: (RecordingReport) -> SuiteError? = { _ in nil }
  ) async {
    let asksForRows = CommandLine.arguments.contains {
      ["--list", "--help", "--by-hand"].contains($0)
    }
    guard !isRecorded, !asksForRows, isPossible, !isUnderValgrind else { return }
    let isolation = DaemonIsolation.establish()
    let files = FileManager.default
    guard let program = try? files.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
      return
    }
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "hamon-benchmark-\(getpid())").path
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var options = TraceRecordingOptions(
      target: .command([program] + CommandLine.arguments.dropFirst()),
      outputDirectory: directory
    )
    configure(&options)
    // SAFETY: strings, for the call only; no other thread reads the environment yet.
    unsafe setenv(marker, "1", 1)
    var status: Int32 = EXIT_FAILURE
    do {
      for attempt in 1...attempts {
        let report = try await Recording(options: options, isolation: isolation).run()
        status = report.exitStatus
        for failure in report.failures { StandardError.error("\(failure)") }
        try? FileManager.default.removeItem(atPath: directory)
        guard let problem = check(report) else { break }
        if attempt < attempts, report.exitStatus == EXIT_SUCCESS, report.failures.isEmpty {
          StandardError.write(
            "note: \(problem.subject): \(problem.problem); it is measured once more"
          )
          continue
        }
        StandardError.error("\(problem)")
        status = max(status, EXIT_FAILURE)
        break
      }
    } catch {
      StandardError.error("\(error)")
    }
    try? FileManager.default.removeItem(atPath: directory)
    exit(status)
  }
}
