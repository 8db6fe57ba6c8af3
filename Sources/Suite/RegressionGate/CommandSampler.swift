import BenchmarkResults
import ProcessLaunching

/// A whole command as one side of a pair: a sample is one run from its start to its end.
final class CommandSampler: RowSampler {
  private let command: WholeCommand
  /// What each run took of the CPU, in nanoseconds.
  private(set) var cpu: [Double] = []

  /// - Parameters:
  ///   - command: For the shell.
  ///   - directory: Where it runs.
  ///   - timeout: How long a run may take.
  init(_ command: String, directory: String, timeout: Duration) {
    self.command = WholeCommand(
      ["/bin/sh", "-c", command],
      directory: directory,
      // Scripts walk up along it, so it shall be as deep on both sides.
      environment: ["PWD": directory],
      timeout: timeout
    )
  }

  /// The most memory that a run had, in bytes.
  var peakMemory: Int { command.peakMemory }

  func sample(_ count: Int) throws(ProcessFailure) -> [Double] {
    var times: [Double] = []
    for _ in 0..<count {
      let start = ContinuousClock.now
      try command.run()
      times.append((ContinuousClock.now - start) / .nanoseconds(1))
      cpu.append(command.lastCPU)
    }
    return times
  }

  func finish() throws(ProcessFailure) {}

  func abandon() {}
}
