import BenchmarkResults
import Foundation
import ProcessLaunching

/// Asks a benchmark executable for its rows.
enum RowListing {
  /// The rows, in their order.
  ///
  /// An executable of before `--describe` says only their names; then all are taken for measured code.
  static func rows(
    of program: BenchmarkProgram,
    timeout: Duration
  ) async throws(ProcessFailure) -> [RowDescription] {
    if let lines = try? await lines(program, "--describe", timeout: timeout) {
      let rows = lines.compactMap { RowDescription(line: $0) }
      if !rows.isEmpty, rows.count == lines.count { return rows }
    }
    let names = try await lines(program, "--list", timeout: timeout)
    guard !names.isEmpty else { throw ProcessFailure("it lists no rows; it is no benchmark") }
    return names.map { RowDescription(name: $0) }
  }

  private static func lines(
    _ program: BenchmarkProgram,
    _ argument: String,
    timeout: Duration
  ) async throws(ProcessFailure) -> [String] {
    let child = try InteractiveProcess(
      [program.path, argument],
      in: program.directory,
      environment: program.environment
    )
    return try child.allLines(timeout: timeout)
  }
}

/// On which sides a row is there.
package enum RowPresence: String, Codable, Sendable {
  /// On both: it can be compared.
  case both
  /// At the head only: it is new, or has a new name.
  case added
  /// At the base only: it is gone, or has a new name.
  case removed
}
