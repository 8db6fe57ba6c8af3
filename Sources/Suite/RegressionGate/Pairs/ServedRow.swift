import Glibc
import ProcessLaunching

/// A process of a benchmark executable that serves one row; see `--serve` of such executables.
///
/// It is waited for in one thread, the caller's; it is killed when it takes longer than it may.
final class ServedRow: RowSampler {
  /// The greeting of a process before it takes samples.
  struct Greeting: Equatable {
    let iterations: Int
    let isConcurrent: Bool
  }

  private let process: InteractiveProcess
  private let timeout: Duration

  /// Starts a process; ``greet()`` waits until its row is warm.
  init(
    program: String,
    row: String,
    iterations: Int?,
    arguments: [String] = [],
    timeout: Duration
  ) throws(ProcessFailure) {
    var words = [program, "--serve", "--filter", RowName.pattern(row)] + arguments
    if let iterations { words += ["--iterations", "\(iterations)"] }
    process = try InteractiveProcess(words)
    self.timeout = timeout
  }

  /// Waits until the row is warm.
  ///
  /// - Throws: ``ProcessFailure``; then the process is gone.
  func greet() throws(ProcessFailure) -> Greeting {
    let line: String
    do {
      line = try process.readLine(timeout: timeout)
    } catch {
      process.kill()
      throw error
    }
    let parts = line.split(separator: " ")
    guard parts.first == "serving", parts.count == 5, let version = Int(parts[1]),
      let iterations = Int(parts[2]), iterations > 0, let threads = Int(parts[4])
    else {
      process.kill()
      throw ProcessFailure(
        "it printed \"\(line.prefix(60))\" instead of its greeting; "
          + "link a BenchmarkHarness that knows --serve, and print nothing in the benchmark"
      )
    }
    guard version == 1 else {
      process.kill()
      throw ProcessFailure(
        "it speaks version \(version) of the protocol and hamon version 1; use a hamon of its age"
      )
    }
    return Greeting(iterations: iterations, isConcurrent: threads > 1 || parts[3] != "thread")
  }

  func sample(_ count: Int) throws(ProcessFailure) -> [Double] {
    try process.write("sample \(count)\n")
    let line = try process.readLine(timeout: timeout)
    let times = line.split(separator: " ").dropFirst().compactMap { Double($0) }
    guard line.hasPrefix("sampled "), times.count == count,
      times.allSatisfy({ $0 > 0 && $0.isFinite })
    else {
      throw ProcessFailure(
        "it printed \"\(line.prefix(60))\" instead of \(count) times; "
          + "print nothing in the benchmark"
      )
    }
    return times
  }

  func finish() throws(ProcessFailure) {
    try process.write("end\n")
    let line = try process.readLine(timeout: timeout)
    guard line == "ended" else {
      process.kill()
      throw ProcessFailure("it printed \"\(line.prefix(60))\" at its end")
    }
    try process.waitForEnd(timeout: timeout)
  }

  func abandon() {
    process.kill()
  }
}
