import Glibc

/// A program that is run from its start to its end, again and again, with nothing to read and its output
/// thrown away.
package final class WholeCommand {
  private let launch: ProcessLaunch
  private let timeout: Duration?
  private let isInterrupted: () -> Bool
  package private(set) var runs = 0
  /// The most memory that one run had, in bytes.
  package private(set) var peakMemory = 0
  /// The time that the last run took of the CPU, in nanoseconds, with the processes that it has waited for.
  package private(set) var lastCPU = 0.0

  /// - Parameters:
  ///   - words: The program, looked for on PATH, and its arguments.
  ///   - directory: Where it runs; `nil` is where this program runs.
  ///   - environment: The variables that differ from those of this program.
  ///   - timeout: How long a run may take before it is killed; `nil` waits for its end.
  ///   - isInterrupted: With a timeout: whether a run is to be killed before it is over.
  package init(
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
    self.launch = launch
    self.timeout = timeout
    self.isInterrupted = isInterrupted
  }

  /// Runs it once.
  package func run() throws(ProcessFailure) {
    let process: Int32
    do {
      process = try launch.start()
    } catch {
      throw ProcessFailure("it \(error)", code: error.code)
    }
    var hasTimedOut = false
    if let timeout {
      let deadline = ContinuousClock.now + timeout
      hasTimedOut = !ProcessEnd.isReached(
        by: process,
        until: deadline,
        isInterrupted: isInterrupted
      )
      if hasTimedOut { ProcessTree.kill(process) }
    }
    let end = ProcessEnd(of: process)
    if hasTimedOut, let timeout {
      throw ProcessFailure("it didn't end in \(timeout): it hangs, or give it longer (--timeout)")
    }
    guard end.isSuccess else {
      let hasExited = end.status & 0x7f == 0
      throw ProcessFailure(end.description + (hasExited ? "; its output is not shown here" : ""))
    }
    runs += 1
    lastCPU = Self.nanoseconds(end.usage.ru_utime) + Self.nanoseconds(end.usage.ru_stime)
    // Linux counts in KiB.
    peakMemory = max(peakMemory, end.usage.ru_maxrss * 1024)
  }

  private static func nanoseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1e9 + Double(time.tv_usec) * 1e3
  }
}
