import Foundation
package import SuiteErrors

/// The rows that a gate has measured so far, so that an interrupted gate can resume.
///
/// A file of JSON lines: a header with the subject, then one row per line. A truncated last line is ignored.
package struct GateJournal: Sendable {
  private struct Header: Codable, Equatable {
    let version: Int
    let subject: String
  }

  private static let version = 1

  private let lines: JSONLines
  /// The rows measured before, by identity.
  package let rows: [String: RowEvidence]

  /// Opens a journal; its rows count only if it has the same subject.
  package init(path: String, subject: String, keepsRows: Bool) throws(SuiteError) {
    lines = JSONLines(path: path, remedy: "make room there, or let its directory be written")
    let header = Header(version: Self.version, subject: subject)
    let earlier = keepsRows ? Self.read(path, header: header) : [:]
    rows = earlier
    let sorted = earlier.values.sorted { $0.identity < $1.identity }
    try lines.write(lines.bytes(of: [header]) + lines.bytes(of: sorted))
  }

  /// Adds a row; later readers find it whole or not at all.
  package func append(_ row: RowEvidence) throws(SuiteError) {
    try lines.append(row)
  }

  private static func read(_ path: String, header: Header) -> [String: RowEvidence] {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { return [:] }
    let decoder = JSONDecoder()
    let lines = data.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, (try? decoder.decode(Header.self, from: first)) == header else {
      return [:]
    }
    var rows: [String: RowEvidence] = [:]
    for line in lines.dropFirst() {
      guard let row = try? decoder.decode(RowEvidence.self, from: line) else { continue }
      // Failed rows are tried again: valgrind may be installed by now, or the machine have room.
      guard row.failure == nil, row.countingFailure == nil else { continue }
      rows[row.identity] = row
    }
    return rows
  }
}
