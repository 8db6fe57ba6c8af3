import BenchmarkHarness
import Glibc
import SuiteErrors

/// The entry point of a suite that was written for ordo-one's `Benchmark` package.
///
/// That package's plugin generates it; here it is a `main.swift` next to the suite:
///
/// ```swift
/// import BenchmarkCompatibility
///
/// await BenchmarkRunner.main(benchmarks)
/// ```
public enum BenchmarkRunner {
  @MainActor private static var isStarted = false

  /// Registers benchmarks, runs the command line, and ends the process.
  ///
  /// The command line is that of `BenchmarkHarness.BenchmarkSuite`: `--list`, `--filter`, `--json`, `--quick`, `--one-shot` and others.
  ///
  /// - Parameters:
  ///   - benchmarks: Declares the benchmarks; its result is ignored.
  ///   - name: The name of the suite, or `nil` for that of the program.
  ///   - arguments: The command line without the name of the program, or `nil` for that of the process.
  @MainActor
  public static func main<Result>(
    _ benchmarks: () -> Result,
    suite name: String? = nil,
    arguments: [String]? = nil
  ) async -> Never {
    let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init)
    let suite = suite(benchmarks, named: name ?? program ?? "benchmarks")
    let status = await suite.status(arguments)
    shutDown()
    exit(status)
  }

  /// The benchmarks that a closure declares, as a suite of this harness.
  @MainActor
  static func suite<Result>(_ benchmarks: () -> Result, named name: String) -> BenchmarkSuite {
    _ = benchmarks()
    var suite = BenchmarkSuite(name)
    for benchmark in unsafe Benchmark.benchmarks { suite.add(benchmark.row) }
    return suite
  }

  /// Reports settings without effect, and runs the hooks before all benchmarks, once.
  @MainActor
  static func startUp() throws {
    guard !isStarted else { return }
    isStarted = true
    for note in unsafe notes(about: Benchmark.benchmarks) { StandardError.write("note: \(note)") }
    unsafe try Benchmark.wait(for: Benchmark.startupHook)
    unsafe try Benchmark.wait(for: Benchmark.setup)
  }

  /// Runs the hooks after all benchmarks, if any has run, and reports the custom metrics.
  @MainActor
  static func shutDown() {
    guard isStarted else { return }
    isStarted = false
    Benchmark.warning { unsafe try Benchmark.wait(for: Benchmark.teardown) }
    Benchmark.warning { unsafe try Benchmark.wait(for: Benchmark.shutdownHook) }
    for benchmark in unsafe Benchmark.benchmarks {
      for line in benchmark.customMeasurements.lines {
        StandardError.write("note: \(benchmark.name): \(line)")
      }
    }
  }

  /// Notes about declarations that seem to have an effect but have none.
  static func notes(about benchmarks: [Benchmark]) -> [String] {
    var notes: [String] = []
    let withThresholds = benchmarks.filter { $0.configuration.thresholds?.isEmpty == false }
    if let first = withThresholds.first {
      notes.append(
        """
        \(Self.names(first, of: withThresholds.count)): thresholds are not checked; compare two \
        revisions with hamon gate
        """
      )
    }
    // The defaults weren't requested.
    let defaults = Set(BenchmarkMetric.default)
    var missing: [BenchmarkMetric] = []
    for metric in benchmarks.flatMap(\.configuration.metrics)
    where !metric.isMeasured && !defaults.contains(metric) && !missing.contains(metric) {
      missing.append(metric)
    }
    if !missing.isEmpty {
      notes.append("\(missing.map(\.description).joined(separator: ", ")): not measured here")
    }
    return notes
  }

  private static func names(_ first: Benchmark, of count: Int) -> String {
    count == 1 ? first.name : "\(first.name) and \(count - 1) more"
  }
}
