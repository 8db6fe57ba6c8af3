import BenchmarkResults
import Foundation
package import SuiteErrors

/// The accepted regressions of a package, kept in its repository.
///
/// An acceptance counts in the change that brings it: once the base has it too, the base is as slow as
/// the head, and what grows after that is new.
package struct AcceptanceFile: Codable, Equatable, Sendable {
  /// The name of the file in the directory of the package.
  package static let name = "Benchmarks/accepted-regressions.json"

  /// The version of the format.
  package private(set) var schemaVersion = 1
  /// The acceptances, oldest first.
  package private(set) var accepted: [AcceptedRegression] = []

  /// Creates a file without acceptances.
  package init() {}

  /// Adds an acceptance; an older one of the same row with the same reason is replaced.
  package mutating func append(_ acceptance: AcceptedRegression) {
    accepted.removeAll {
      $0.row == acceptance.row && $0.reason == acceptance.reason
        && ($0.executable ?? acceptance.executable) == acceptance.executable
    }
    accepted.append(acceptance)
  }

  /// The acceptances that another file, that of the base, doesn't have.
  package func added(since base: AcceptanceFile) -> [AcceptedRegression] {
    accepted.filter { !base.accepted.contains($0) }
  }

  /// Reads a file.
  ///
  /// - Parameter path: The file; where there is none, nothing was accepted.
  /// - Returns: What it holds.
  /// - Throws: ``SuiteError`` if it is damaged or newer.
  package static func read(_ path: String) throws(SuiteError) -> AcceptanceFile {
    guard FileManager.default.fileExists(atPath: path) else { return AcceptanceFile() }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw SuiteError(
        "\(path)",
        "it can't be read",
        remedy: "check its permissions"
      )
    }
    return try parse(text, name: path)
  }

  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - text: What it holds.
  ///   - name: What messages call it.
  /// - Returns: What it holds.
  /// - Throws: ``SuiteError`` if it is damaged or newer.
  package static func parse(_ text: String, name: String) throws(SuiteError) -> AcceptanceFile {
    guard let file = try? JSONDecoder().decode(AcceptanceFile.self, from: Data(text.utf8)) else {
      throw SuiteError(
        "\(name)",
        "it can't be read as accepted regressions",
        remedy: "restore or remove it"
      )
    }
    guard file.schemaVersion == 1 else {
      throw SuiteError(
        "\(name)",
        "its version is \(file.schemaVersion), not 1",
        remedy: "use a newer hamon"
      )
    }
    return file
  }

  /// Writes the file, so that it is whole at each moment.
  ///
  /// - Throws: ``SuiteError`` where that fails; then the file is what it was.
  package func write(_ path: String) throws(SuiteError) {
    try ResultFile(path: path, expectedBytes: 1 << 16).write(self)
  }
}
