import Glibc

/// The words that a gate and the benchmarks that it runs have to agree on.
///
/// The protocol itself is told where it is served (Sources/Suite/BenchmarkHarness/Sampling/RowServer.swift). Variables of the
/// environment are no options, which older harnesses would refuse.
package enum ServeProtocol {
  /// The version of the protocol.
  package static let version = 1

  /// The variable that asks for what the samples take of the operating system.
  package static let usageVariable = "HAMON_SERVE_USAGE"
}

/// The variables that let rows do more than they say, to see whether that is found: of Lab, and of tests.
package enum InjectionVariable: String, CaseIterable, Sendable {
  /// By how many percent a row runs more iterations than are said; at least one more.
  case work = "HAMON_INJECT_WORK"
  /// How often it allocates besides in a thousand iterations.
  case allocations = "HAMON_INJECT_ALLOCATIONS"
  /// The one row that does so; without it, each.
  case row = "HAMON_INJECT_ROW"
  /// After how many iterations of a single run it begins: the difference of two runs has all of it then.
  case start = "HAMON_INJECT_AFTER"

  package var value: String? {
    // SAFETY: the value is copied before anybody could change the environment.
    unsafe getenv(rawValue).map { unsafe String(cString: $0) }
  }
}

/// A run of so many iterations of a row, without warm-up or timing (`--one-shot`).
package enum OneShotRun {
  /// The line by which a benchmark says that all iterations ran and the answer was right.
  package static func line(_ iterations: Int, of row: String) -> String {
    "ran \(iterations) iterations of \(row)"
  }

  /// Whether a benchmark has said so: its exit status alone says nothing, for a row may end its process.
  package static func isWhole(_ iterations: Int, of row: String, in output: String) -> Bool {
    output.contains("\(line(iterations, of: row))\n")
  }

  /// The variable that asks for a snapshot of the memory after each part of the iterations, where libhamon-memory.so is loaded.
  package static let snapshotsVariable = "HAMON_ONE_SHOT_SNAPSHOTS"

  /// The parts of the iterations: the first fills caches, the last is twice as long as the one before.
  package static func parts(of iterations: Int) -> [Int] {
    let quarter = iterations / 4
    return [quarter, quarter, iterations - 2 * quarter]
  }
}
