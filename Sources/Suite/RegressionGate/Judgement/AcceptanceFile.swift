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

  package private(set) var schemaVersion = 1
  /// The acceptances, oldest first.
  package private(set) var accepted: [AcceptedRegression] = []

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
  /// - Throws: `SuiteError` if it is damaged or newer.
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

  /// Writes the file, an acceptance a line, so that it is whole at each moment.
  ///
  /// - Throws: `SuiteError` where that fails; then the file is what it was.
  package func write(_ path: String) throws(SuiteError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines: [String]
    do {
      lines = try accepted.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    } catch {
      throw .cannotWrite(path, "\(error)", advice: Self.advice)
    }
    let text =
      "{\"accepted\":[\n\(lines.joined(separator: ",\n"))\n],\"schemaVersion\":\(schemaVersion)}\n"
    try ResultFile(path: path, expectedBytes: 1 << 16, advice: Self.advice)
      .write(bytes: Array(text.utf8))
  }

  private static let advice = ResultFileAdvice(
    "the acceptances",
    remedy: "let the package's directory be written"
  )
}

/// A regression that somebody has accepted, by name and reason.
package struct AcceptedRegression: Codable, Equatable, Sendable {
  /// The benchmark executable; `nil` for any, as before it was kept.
  package let executable: String?
  package let row: String
  package let reason: String
  /// When, as an ISO 8601 date.
  package let date: String
  /// By what share each metric may have grown: what was measured then, and its limit once more.
  package let changes: [String: Double]

  /// Accepts what a row shows.
  package init(_ judgement: RowJudgement, reason: String, date: String) {
    executable = judgement.evidence.executable
    row = judgement.evidence.row
    self.reason = reason
    self.date = date
    changes = Dictionary(
      judgement.regressions.map { comparison in
        // What grows from nothing has no share; any number of them is accepted.
        let growth = comparison.change.map { $0 + comparison.limit }
        return (comparison.metric.rawValue, growth ?? .greatestFiniteMagnitude)
      },
      uniquingKeysWith: max
    )
  }

  /// Whether it accepts all that has regressed of a row.
  func covers(_ judgement: RowJudgement) -> Bool {
    guard judgement.evidence.row == row,
      executable == nil || executable == judgement.evidence.executable
    else { return false }
    return judgement.regressions.allSatisfy { comparison in
      guard let limit = changes[comparison.metric.rawValue] else { return false }
      // What grows from nothing has no share: only who accepted that has accepted any number of them.
      return (comparison.change ?? .greatestFiniteMagnitude) <= limit
    }
  }
}
