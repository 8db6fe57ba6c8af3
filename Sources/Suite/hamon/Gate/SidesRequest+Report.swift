import Foundation
import RegressionGate
import SuiteErrors

extension SidesRequest {
  /// Checks both sides out, builds and measures them, without a journal.
  ///
  /// - Parameters:
  ///   - options: What is measured.
  ///   - name: The name of the directory for what is linked meanwhile.
  ///   - terminal: Shows the progress.
  /// - Returns: The report; of an interruption, what was measured before.
  /// - Throws: `SuiteError` if a side can't be checked out or measured.
  func report(
    _ options: GateOptions,
    in name: String,
    _ terminal: GateTerminal
  ) async throws(SuiteError) -> GateReport {
    let lock = try repository.map { (repository) throws(SuiteError) in
      try GateLock(repository.workDirectory)
    }
    defer { withExtendedLifetime(lock) {} }
    let sides = try await sides(terminal)
    let work = try WorkDirectory.makeTemporary(name)
    defer { try? FileManager.default.removeItem(atPath: work) }
    return try await sides.report(options, in: work, notes: package.build.note, terminal)
  }
}
