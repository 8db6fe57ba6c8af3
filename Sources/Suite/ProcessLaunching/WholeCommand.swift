import Glibc

/// A program that is run from start to end, again and again.
package final class WholeCommand {
  private let launch: ProcessLaunch
  private let timeout: Duration?
  private let isInterrupted: () -> Bool
  private let accepts: (ProcessEnd) -> Bool
  private let showsFailure: Bool
  /// How often it has ended as it may.
  package private(set) var runs = 0
  /// How many of these runs failed.
  package private(set) var failedRuns = 0
  /// The most memory of one run, in bytes.
  package private(set) var peakMemory = 0
  /// The CPU time of the last run, in nanoseconds, with the processes that it waited for.
  package private(set) var lastCPU = 0.0

  /// Prepares a program without input, and with its output discarded.
  ///
  /// - Parameters:
  ///   - words: The program, searched on PATH, and its arguments.
  ///   - directory: Where it runs; `nil` for this program's directory.
  ///   - environment: The variables that differ from those of this program.
  ///   - timeout: The time after which a run is killed; `nil` waits for its end.
  ///   - isInterrupted: With a timeout: whether to kill a run before it is over.
  package convenience init(
    _ words: [String],
    directory: String? = nil,
    environment: [String: String] = [:],
    timeout: Duration? = nil,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    var launch = ProcessLaunch(words)
    launch.directory = directory
    launch.environment = environment
    (launch.input, launch.output, launch.errors) = (.discarded, .discarded, .discarded)
    self.init(launch, timeout: timeout, isInterrupted: isInterrupted)
  }

  /// Prepares a program.
  ///
  /// - Parameters:
  ///   - launch: The program, and its streams.
  ///   - timeout: The time after which a run is killed; `nil` waits for its end.
  ///   - accepts: Which ends are no failure.
  ///   - showsFailure: Whether to run it once more after a failure, to tell what it prints.
  ///   - isInterrupted: With a timeout: whether to kill a run before it is over.
  package init(
    _ launch: ProcessLaunch,
    timeout: Duration? = nil,
    accepting accepts: @escaping (ProcessEnd) -> Bool = { $0.isSuccess },
    showsFailure: Bool = true,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    self.launch = launch
    self.timeout = timeout
    self.accepts = accepts
    self.showsFailure = showsFailure
    self.isInterrupted = isInterrupted
  }

  /// Runs it once.
  ///
  /// - Parameter variables: More variables that differ from those of this program.
  /// - Throws: `ProcessFailure` if it can't be started, or its end isn't accepted.
  package func run(_ variables: [String: String] = [:]) throws(ProcessFailure) {
    var launch = launch
    launch.environment.merge(variables) { $1 }
    let end = try run(launch)
    guard accepts(end) else {
      throw ProcessFailure(end.description + (showsFailure ? lastLines() : ""))
    }
    runs += 1
    if !end.isSuccess { failedRuns += 1 }
    lastCPU = Self.nanoseconds(end.usage.ru_utime) + Self.nanoseconds(end.usage.ru_stime)
    // Linux counts in KiB.
    peakMemory = max(peakMemory, end.usage.ru_maxrss * 1024)
  }

  private func run(_ launch: ProcessLaunch) throws(ProcessFailure) -> ProcessEnd {
    let process: Int32
    do {
      process = try launch.start()
    } catch {
      throw ProcessFailure("it \(error)", code: error.code)
    }
    guard let timeout else { return ProcessEnd(of: process) }
    let isOver = ProcessEnd.isReached(
      by: process,
      until: ContinuousClock.now + timeout,
      isInterrupted: isInterrupted
    )
    if !isOver { ProcessTree.kill(process) }
    let end = ProcessEnd(of: process)
    guard isOver else {
      throw ProcessFailure("it didn't end in \(timeout): it hangs, or give it longer (--timeout)")
    }
    return end
  }

  /// The last lines that it prints in one more run, as the end of a sentence: reading output takes time, so measured runs discard it.
  private func lastLines() -> String {
    // SAFETY: the stream is closed once, and the bytes outlive the call.
    guard !isInterrupted(), let file = unsafe tmpfile() else { return "" }
    defer { unsafe fclose(file) }
    var again = launch
    (again.output, again.errors) = unsafe (.descriptor(fileno(file)), .descriptor(fileno(file)))
    guard let end = try? run(again) else { return "" }
    if end.isSuccess { return "; run once more, it did not fail" }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let size = lseek(unsafe fileno(file), 0, SEEK_END)
    let count = unsafe pread(fileno(file), &bytes, bytes.count, max(0, size - bytes.count))
    let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      .split(whereSeparator: \.isNewline).suffix(5)
    return lines.isEmpty ? "; it prints nothing" : ": \(lines.joined(separator: " | "))"
  }

  private static func nanoseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1e9 + Double(time.tv_usec) * 1e3
  }
}
