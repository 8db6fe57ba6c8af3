import BenchmarkResults
import Glibc
package import ProcessLaunching

/// A process of a benchmark executable that serves one row; see `--serve` of these executables.
///
/// Only the caller's thread waits for it; it is killed at its timeout.
package final class ServedRow: RowSampler {
  /// The greeting of a process before it takes samples.
  package struct Greeting: Equatable {
    /// The number of iterations in a sample.
    package let iterations: Int
    package let isConcurrent: Bool
  }

  /// The operating system resources that the samples used, as the process reports once it has finished; `nil` if not requested, or if its
  /// harness doesn't measure them.
  private(set) var usage: RowUsage?

  /// The maximum of iterations in a sample, and of nanoseconds of a sample, which are 11 days.
  static let mostIterations = 1_000_000_000_000
  private static let longestSample = 1e15

  let process: InteractiveProcess
  private let timeout: Duration
  /// Whether its row uses several threads, or tasks; known once it is warm.
  private(set) var isConcurrent = true

  /// Starts a process; ``greet()`` waits until its row is warm.
  ///
  /// - Throws: `ProcessFailure` if the process can't be started.
  package init(
    program: BenchmarkProgram,
    row: String,
    iterations: Int?,
    environment: [String: String] = [:],
    measuresUsage: Bool = false,
    timeout: Duration
  ) throws(ProcessFailure) {
    var words = [program.path, "--serve", "--filter", RowName.pattern(row)]
    if let iterations { words += ["--iterations", "\(iterations)"] }
    var environment = program.environment.merging(environment) { $1 }
    if measuresUsage { environment[ServeProtocol.usageVariable] = "1" }
    process = try InteractiveProcess(words, in: program.directory, environment: environment)
    self.timeout = timeout
  }

  /// Waits until the row is warm.
  ///
  /// - Throws: `ProcessFailure`; then the process is gone.
  package func greet() throws(ProcessFailure) -> Greeting {
    let line: String
    do {
      line = try process.readLine(timeout: timeout)
    } catch {
      process.kill()
      throw error
    }
    let parts = line.split(separator: " ")
    guard parts.first == "serving", parts.count == 5, let version = Int(parts[1]),
      let iterations = Int(parts[2]), (1...Self.mostIterations).contains(iterations),
      let threads = Int(parts[4])
    else {
      process.kill()
      throw ProcessFailure(
        "it printed \"\(line.prefix(60))\" instead of its greeting; "
          + "link a BenchmarkHarness that knows --serve, and print nothing in the benchmark"
      )
    }
    guard version == ServeProtocol.version else {
      process.kill()
      throw ProcessFailure(
        "it speaks version \(version) of the protocol and hamon version \(ServeProtocol.version); use a hamon of its age"
      )
    }
    return Greeting(iterations: iterations, isConcurrent: threads > 1 || parts[3] != "thread")
  }

  /// Takes samples and waits for them.
  ///
  /// - Returns: The wall time of each, in nanoseconds.
  /// - Throws: `ProcessFailure`.
  package func sample(_ count: Int) throws(ProcessFailure) -> [Double] {
    process.write("sample \(count)\n")
    let line = try process.readLine(timeout: timeout)
    let times = line.split(separator: " ").dropFirst().compactMap { Double($0) }
    guard line.hasPrefix("sampled "), times.count == count,
      times.allSatisfy({ $0 > 0 && $0 <= Self.longestSample })
    else {
      let wanted = count == 1 ? "a time" : "\(count) times"
      throw ProcessFailure(
        "it printed \"\(line.prefix(60))\" instead of \(wanted); "
          + "print nothing in the benchmark"
      )
    }
    return times
  }

  /// Lets the process check its answer and end.
  ///
  /// - Throws: `ProcessFailure`; then the process is gone.
  package func finish() throws(ProcessFailure) {
    process.write("end\n")
    let line = try process.readLine(timeout: timeout)
    guard line == "ended" || line.hasPrefix("ended ") else {
      process.kill()
      throw ProcessFailure("it printed \"\(line.prefix(60))\" at its end")
    }
    usage = RowUsage(served: line)
    try process.waitForEnd(timeout: timeout)
  }

  package func abandon() {
    process.kill()
  }
}

extension ServedRow: ServingSampler {
  var processNumber: Int32 { process.process }

  func warmUp() throws(ProcessFailure) { isConcurrent = try greet().isConcurrent }
}

extension RowUsage {
  /// Reads `ended SWITCHES PREEMPTIONS PEAK GROWTH`; `nil` without such figures.
  init?(served line: String) {
    let words = line.split(separator: " ").dropFirst()
    // Figures must be finite; JSON has no others.
    let figures = words.map { Double($0).flatMap { $0.isFinite ? $0 : nil } }
    guard figures.count == 4, let switches = figures[0], let preemptions = figures[1],
      let growth = figures[3]
    else { return nil }
    self.init(
      contextSwitches: switches,
      preemptions: preemptions,
      peakResident: figures[2].flatMap { Int(exactly: $0) },
      residentGrowth: growth
    )
  }
}
