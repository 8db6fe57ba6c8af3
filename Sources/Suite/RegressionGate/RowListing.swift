import BenchmarkHarness
import Subprocess

/// Asks a benchmark executable for its rows.
enum RowListing {
  /// The rows, in their order.
  ///
  /// An executable of before `--describe` says only their names; then all are taken for measured code.
  ///
  /// - Throws: ``SamplingError`` if it is no benchmark executable.
  static func rows(
    of program: String,
    timeout: Duration
  ) async throws(SamplingError) -> [RowDescription] {
    if let lines = try? await lines(program, "--describe", timeout: timeout) {
      let rows = lines.compactMap { RowDescription(line: $0) }
      if !rows.isEmpty, rows.count == lines.count { return rows }
    }
    let names = try await lines(program, "--list", timeout: timeout)
    guard !names.isEmpty else { throw SamplingError("it lists no rows; it is no benchmark") }
    return names.map { RowDescription(name: $0) }
  }

  private static func lines(
    _ program: String,
    _ argument: String,
    timeout: Duration
  ) async throws(SamplingError) -> [String] {
    let child = try ChildProcess([program, argument])
    return try child.allLines(timeout: timeout)
  }
}
