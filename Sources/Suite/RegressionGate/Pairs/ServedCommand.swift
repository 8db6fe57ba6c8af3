import BenchmarkResults
import ProcessLaunching

/// A whole command that a shell runs on request: one side of a pair whose call stacks are sampled.
///
/// A recording can only follow processes that it has started, from the first one on. So one process per side, as for a row, starts the
/// command for each sample, like ``CommandSampler``.
final class ServedCommand: ServingSampler {
  /// Answers each request with the exit status of a run, and ends at any other line.
  private static let loop = """
    cd -- "$2" || exit 1
    while read -r word && [ "$word" = run ]; do /bin/sh -c "$1" </dev/null >/dev/null 2>&1; echo "$?"; done
    """

  private let process: InteractiveProcess
  private let timeout: Duration

  /// Starts the shell with variables that override those of this process; the command runs only when samples are requested.
  ///
  /// - Throws: `ProcessFailure` if there is no shell.
  init(
    _ command: String,
    directory: String,
    environment: [String: String],
    timeout: Duration
  ) throws(ProcessFailure) {
    process = try InteractiveProcess(
      ["/bin/sh", "-c", Self.loop, "sh", command, directory],
      environment: environment
    )
    self.timeout = timeout
  }

  var processNumber: Int32 { process.process }
  var usage: RowUsage? { nil }

  func warmUp() throws(ProcessFailure) { _ = try sample(1) }

  func sample(_ count: Int) throws(ProcessFailure) -> [Double] {
    var times: [Double] = []
    for _ in 0..<count {
      let start = ContinuousClock.now
      process.write("run\n")
      let status = try process.readLine(timeout: timeout)
      times.append((ContinuousClock.now - start) / .nanoseconds(1))
      guard status == "0" else {
        throw ProcessFailure("it ended with exit status \(status); its output is not shown here")
      }
    }
    return times
  }

  func finish() throws(ProcessFailure) {
    process.write("end\n")
    try process.waitForEnd(timeout: timeout)
  }

  func abandon() { process.kill() }
}
