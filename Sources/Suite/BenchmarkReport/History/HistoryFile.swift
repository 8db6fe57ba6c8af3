import BenchmarkResults
import FoundationEssentials
import Glibc
import SuiteErrors

/// One file of the history: the lines of a suite, including unreadable ones.
struct HistoryFile {
  /// A line, and its content.
  struct Line {
    let text: Data
    let content: HistoryLine.Content

    var entry: HistoryEntry? {
      if case .entry(let entry) = content { entry } else { nil }
    }
  }

  let path: String
  private(set) var lines: [Line]

  /// Reads a file; a missing one has no lines.
  init(path: String) throws(SuiteError) {
    self.path = path
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      var status = stat()
      // SAFETY: path and struct outlive the call.
      guard unsafe stat(path, &status) != 0, errno == ENOENT else {
        throw .cannotReadHistory(path, "\(error)")
      }
      data = Data()
    }
    lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      let text = $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0
      return Line(text: Data(text), content: HistoryLine.read(text))
    }
    // The text after the last newline.
    if lines.last?.text.isEmpty == true { lines.removeLast() }
  }

  /// Adds entries at the end, and removes those that they replace.
  mutating func append(_ entries: [HistoryEntry]) throws(SuiteError) {
    let keys = Set(entries.map(\.key))
    lines.removeAll { $0.entry.map { keys.contains($0.key) } ?? false }
    for entry in entries {
      do {
        lines.append(Line(text: try HistoryLine.write(entry), content: .entry(entry)))
      } catch {
        throw .notFinite(entry)
      }
    }
  }

  /// Replaces the file in one step: readers see the old version or the new one.
  ///
  /// Lines that this version can't read are kept; a cut last line gets its newline.
  func write() throws(SuiteError) {
    var data = Data()
    for line in lines {
      data += line.text
      data.append(UInt8(ascii: "\n"))
    }
    try ResultFile(path: path, expectedBytes: data.count, remedy: Self.remedy).write(
      bytes: Array(data)
    )
  }

  static let remedy = "nothing was changed, make room or choose another --directory"
}

extension SuiteError {
  static func cannotReadHistory(_ path: String, _ reason: String) -> SuiteError {
    SuiteError(
      path,
      "cannot read the history: \(reason)",
      remedy: "add results with hamon history add first"
    )
  }

  static func cannotWriteHistory(_ path: String, _ reason: String) -> SuiteError {
    unwritten(path, reason, remedy: HistoryFile.remedy)
  }

  static func notFinite(_ entry: HistoryEntry) -> SuiteError {
    SuiteError(
      entry.row,
      "its \(entry.metric.rawValue) is not a finite number",
      remedy: "leave it out"
    )
  }
}

/// A line of a file of the history: an entry as a JSON object, with its version.
struct HistoryLine: Codable {
  /// The version that this code writes, and the newest it reads.
  ///
  /// Each line has it, because a merge puts lines of several versions into one file. It increases when a reader of the version before would
  /// misunderstand a line.
  static let currentVersion = 1

  private let header: Header
  private let entry: HistoryEntry

  /// The part of a line that is the same in all versions.
  private struct Header: Codable {
    let version: Int
  }

  enum Content {
    case entry(HistoryEntry)
    case unreadable(HistoryWarning.Reason)
  }

  private init(_ entry: HistoryEntry) {
    header = Header(version: Self.currentVersion)
    self.entry = entry
  }

  init(from decoder: any Decoder) throws {
    header = try Header(from: decoder)
    entry = try HistoryEntry(from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    try header.encode(to: encoder)
    try entry.encode(to: encoder)
  }

  /// Reads a line, without the newline at its end.
  static func read(_ line: some DataProtocol & Sendable) -> Content {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let data = Data(line)
    if let line = try? decoder.decode(HistoryLine.self, from: data),
      line.header.version <= currentVersion
    {
      return .entry(line.entry)
    }
    do {
      let version = try decoder.decode(Header.self, from: data).version
      if version > currentVersion { return .unreadable(.newerVersion(version)) }
      return .unreadable(
        .damaged("it lacks something, or something in it is not what it should be")
      )
    } catch DecodingError.dataCorrupted {
      return .unreadable(.damaged("it is cut or is not JSON"))
    } catch {
      return .unreadable(.damaged("it has no version"))
    }
  }

  /// Writes an entry as a line, without the newline at its end.
  ///
  /// - Throws: Errors of the encoder, which takes only finite numbers.
  static func write(_ entry: HistoryEntry) throws -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    // Equal entries give equal lines, so that merging the same entry from two branches is no conflict.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(HistoryLine(entry))
  }
}
