import FoundationEssentials
import Glibc

/// What a gate has measured so far, so that one that was interrupted goes on where it was.
///
/// A file of JSON lines: first what was compared, then a row each. A last line that was cut is ignored.
public struct GateJournal: Sendable {
  private struct Header: Codable, Equatable {
    let version: Int
    let subject: String
  }

  private static let version = 1

  /// The file.
  public let path: String
  /// What was measured before, by identity of the row.
  public let rows: [String: RowEvidence]

  /// Opens a journal; what is in it counts if it is of the same subject.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - subject: What is compared, and how: programs, limits, plan.
  ///   - keepsRows: Whether to go on with what is in it, if it fits.
  /// - Throws: ``GateError`` if it can't be written.
  public init(path: String, subject: String, keepsRows: Bool) throws(GateError) {
    self.path = path
    let header = Header(version: Self.version, subject: subject)
    let earlier = keepsRows ? Self.read(path, header: header) : [:]
    rows = earlier
    try Self.write(path, header: header, rows: earlier.values.sorted { $0.identity < $1.identity })
  }

  /// Adds a row; who reads the file later finds it whole or not at all.
  ///
  /// - Throws: ``GateError`` if it can't be written.
  public func append(_ row: RowEvidence) throws(GateError) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path) }
    defer { close(descriptor) }
    guard let bytes = Self.line(row) else { return }
    let end = lseek(descriptor, 0, SEEK_END)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      let failure = Self.failure(path)
      // Half a line would take the next one with it.
      ftruncate(descriptor, end)
      throw failure
    }
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
      // What failed is tried again: valgrind may be there by now, or the machine have room.
      guard row.failure == nil, row.countingFailure == nil else { continue }
      rows[row.identity] = row
    }
    return rows
  }

  private static func write(
    _ path: String,
    header: Header,
    rows: [RowEvidence]
  ) throws(GateError) {
    var bytes = line(header) ?? []
    for row in rows { bytes += line(row) ?? [] }
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw failure(path)
    }
  }

  private static func line(_ value: some Encodable) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { Array($0) + [UInt8(ascii: "\n")] }
  }

  private static func failure(_ path: String) -> GateError {
    let reason = String(cString: strerror(errno))
    return GateError(
      "\(path): it can't be written (\(reason)); make room, or choose another directory"
    )
  }
}
