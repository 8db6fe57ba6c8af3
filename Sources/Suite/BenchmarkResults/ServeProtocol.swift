/// The words that a gate and the benchmarks that it runs have to agree on.
///
/// The protocol itself is told where it is served (Sources/Suite/BenchmarkHarness/Sampling/RowServer.swift). Variables of the
/// environment are no options, which older harnesses would refuse.
package enum ServeProtocol {
  /// The version of the protocol.
  package static let version = 1

  /// The variable that asks for what the samples take of the operating system.
  package static let usageVariable = "HAMON_SERVE_USAGE"

  /// The variable that says after how many iterations of a single run injected work begins.
  ///
  /// The difference of two runs has all of it then.
  package static let injectionStartVariable = "HAMON_INJECT_AFTER"
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
}
