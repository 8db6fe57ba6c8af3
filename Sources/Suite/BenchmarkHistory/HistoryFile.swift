import BenchmarkResults
import FoundationEssentials
import Glibc
import SuiteErrors

/// One file of the history: the lines of a suite, those included that can't be read.
struct HistoryFile {
  /// A line, and what it holds.
  struct Line {
    let text: Data
    let content: HistoryLine.Content

    var entry: HistoryEntry? {
      if case .entry(let entry) = content { entry } else { nil }
    }
  }

  let path: String
  private(set) var lines: [Line]

  /// Reads a file; one that isn't there has no lines.
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
    // What follows the last newline.
    if lines.last?.text.isEmpty == true { lines.removeLast() }
  }

  /// Adds entries at the end, and removes those that they replace.
  mutating func append(_ entries: [HistoryEntry]) throws(SuiteError) {
    let keys = Set(entries.map(\.key))
    lines.removeAll { $0.entry.map { keys.contains($0.key) } ?? false }
    for entry in entries {
      do {
        lines.append(Line(text: try HistoryLine.write([entry]).dropLast(), content: .entry(entry)))
      } catch {
        throw .notFinite(entry)
      }
    }
  }

  /// Replaces the file in one step: who reads sees what was there before, or all of it.
  ///
  /// Lines that this version can't read are written as they were; a cut last line gets its newline.
  func write() throws(SuiteError) {
    var data = Data()
    for line in lines {
      data += line.text
      data.append(UInt8(ascii: "\n"))
    }
    do {
      try ResultFile(path: path, expectedBytes: data.count).write(bytes: Array(data))
    } catch {
      throw .cannotWriteHistory(path, String(error.problem.drop { $0 != ":" }.dropFirst(2)))
    }
  }
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
    SuiteError(
      path,
      "cannot write the history: \(reason)",
      remedy: "nothing was changed, make room or choose another --directory"
    )
  }

  static func notFinite(_ entry: HistoryEntry) -> SuiteError {
    SuiteError(
      entry.row,
      "its \(entry.metric.rawValue) is not a finite number",
      remedy: "leave it out"
    )
  }
}
