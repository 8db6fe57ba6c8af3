package import BenchmarkResults
import Foundation
package import ProcessLaunching

/// Lists the rows of a benchmark executable.
package enum RowListing {
  /// The rows, in their order.
  ///
  /// An executable older than `--describe` lists names only; its rows all count as measured code.
  package static func rows(
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

/// The sides that have a row.
package enum RowPresence: String, Codable, Sendable {
  /// On both: it can be compared.
  case both
  /// At the head only: it is new, or has a new name.
  case added
  /// At the base only: it is gone, or has a new name.
  case removed
}
