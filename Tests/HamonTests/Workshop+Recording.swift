import Foundation
import Testing

extension Workshop {
  /// Records a command without losing an event.
  ///
  /// - Returns: The trace, and what the tool said.
  /// - Throws: An error that ends the test, if the tool fails.
  func record(_ command: [String]) async throws -> (trace: String, outcome: Outcome) {
    let trace = "\(folder)/trace"
    let outcome = try await run(["record", "-o", trace, "--lossless", "--"] + command)
    try #require(outcome.status == 0, "\(outcome.error)")
    return (trace, outcome)
  }

  /// Records the program of `FixturePackage` that does something so many times, built for release.
  func recordTracedProgram(_ what: String, _ count: Int) async throws -> String {
    let package = FixturePackage(linker: .lld, configuration: .release)
    return try await record([package.program("TracedProgram"), what, "\(count)"]).trace
  }

  /// Records so many iterations of the rows of a benchmark, as it was built for the tests.
  func recordBenchmark(
    _ name: String,
    iterations: Int,
    filter: String
  ) async throws -> (trace: String, outcome: Outcome) {
    let program = URL(filePath: hamon).deletingLastPathComponent().appending(path: name).path
    return try await record([program, "--one-shot", "\(iterations)", "--filter", filter])
  }
}
