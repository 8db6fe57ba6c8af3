import BenchmarkResults
import Foundation
package import SuiteErrors

/// The accepted regressions of a package, kept in its repository.
///
/// An acceptance counts only in the change that adds it: once the base has it too, the base is as slow as the head, and any further growth
/// is new.
package struct AcceptanceFile: Codable, Equatable, Sendable {
  /// The file's path in the package directory.
  package static let name = "Benchmarks/accepted-regressions.json"

  package private(set) var schemaVersion = 1
  /// The acceptances, oldest first.
  package private(set) var accepted: [AcceptedRegression] = []

  package init() {}

  /// Adds an acceptance; replaces an older one of the same row with the same reason.
  package mutating func append(_ acceptance: AcceptedRegression) {
    accepted.removeAll {
      $0.row == acceptance.row && $0.reason == acceptance.reason
        && ($0.executable ?? acceptance.executable) == acceptance.executable
    }
    accepted.append(acceptance)
  }

  /// The acceptances that the base's file doesn't have.
  package func added(since base: AcceptanceFile) -> [AcceptedRegression] {
    accepted.filter { !base.accepted.contains($0) }
  }

  /// Reads a file.
  ///
  /// - Parameter path: The file; if it is missing, nothing was accepted.
  /// - Returns: The file's contents.
  /// - Throws: `SuiteError` if the file is damaged or newer.
  package static func read(_ path: String) throws(SuiteError) -> AcceptanceFile {
    guard FileManager.default.fileExists(atPath: path) else { return AcceptanceFile() }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw SuiteError(
        path,
        "it can't be read",
        remedy: "check its permissions"
      )
    }
    return try parse(text, name: path)
  }

  /// Reads the text of a file.
  package static func parse(_ text: String, name: String) throws(SuiteError) -> AcceptanceFile {
    guard let file = try? JSONDecoder().decode(AcceptanceFile.self, from: Data(text.utf8)) else {
      throw SuiteError(
        name,
        "it can't be read as accepted regressions",
        remedy: "restore or remove it"
      )
    }
    guard file.schemaVersion == 1 else {
      throw SuiteError(
        name,
        "its version is \(file.schemaVersion), not 1",
        remedy: "use a newer hamon"
      )
    }
    return file
  }

  /// Writes the file atomically, one acceptance per line.
  ///
  /// - Throws: `SuiteError` if that fails; the file then stays as it was.
  package func write(_ path: String) throws(SuiteError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines: [String]
    do {
      lines = try accepted.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    } catch {
      throw .unwritten(path, error, remedy: Self.remedy)
    }
    let text =
      "{\"accepted\":[\n\(lines.joined(separator: ",\n"))\n],\"schemaVersion\":\(schemaVersion)}\n"
    try ResultFile(path: path, expectedBytes: 1 << 16, remedy: Self.remedy)
      .write(bytes: Array(text.utf8))
  }

  private static let remedy = "let the package's directory be written"
}

/// A regression accepted by somebody, with its row and the reason.
package struct AcceptedRegression: Codable, Equatable, Sendable {
  /// The benchmark executable; `nil` for any, as in older files.
  package let executable: String?
  package let row: String
  package let reason: String
  /// The ISO 8601 date of the acceptance.
  package let date: String
  /// The accepted growth of each metric, as a share: the measured growth plus the limit.
  package let changes: [String: Double]

  /// Accepts the regressions of a row.
  package init(_ judgement: RowJudgement, reason: String, date: String) {
    executable = judgement.evidence.executable
    row = judgement.evidence.row
    self.reason = reason
    self.date = date
    changes = Dictionary(
      judgement.regressions.map { comparison in
        // Growth from zero has no share; any number is accepted.
        let growth = comparison.change.map { $0 + comparison.limit }
        return (comparison.metric.rawValue, growth ?? .greatestFiniteMagnitude)
      },
      uniquingKeysWith: max
    )
  }

  /// Whether it covers all regressions of a row.
  func covers(_ judgement: RowJudgement) -> Bool {
    guard judgement.evidence.row == row,
      executable == nil || executable == judgement.evidence.executable
    else { return false }
    return judgement.regressions.allSatisfy { comparison in
      guard let limit = changes[comparison.metric.rawValue] else { return false }
      // Growth from zero has no share: only an acceptance of any number covers it.
      return (comparison.change ?? .greatestFiniteMagnitude) <= limit
    }
  }
}
