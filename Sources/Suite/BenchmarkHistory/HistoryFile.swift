import BenchmarkHarness
import FoundationEssentials
import Glibc

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
  init(path: String) throws(HistoryError) {
    self.path = path
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      var status = stat()
      guard stat(path, &status) != 0, errno == ENOENT else {
        throw .cannotRead(path: path, reason: "\(error)")
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
  mutating func append(_ entries: [HistoryEntry]) throws(HistoryError) {
    let keys = Set(entries.map(\.key))
    lines.removeAll { $0.entry.map { keys.contains($0.key) } ?? false }
    for entry in entries {
      do {
        lines.append(Line(text: try HistoryLine.write([entry]).dropLast(), content: .entry(entry)))
      } catch {
        throw .notFinite(row: entry.row, metric: entry.metric.rawValue)
      }
    }
  }

  /// Replaces the file in one step: who reads sees what was there before, or all of it.
  ///
  /// Lines that this version can't read are written as they were; a cut last line gets its newline.
  func write() throws(HistoryError) {
    var data = Data()
    for line in lines {
      data += line.text
      data.append(UInt8(ascii: "\n"))
    }
    do {
      try ResultFile(path: path, expectedBytes: data.count).write(bytes: Array(data))
    } catch {
      guard case .cannotWrite(_, let reason) = error else {
        throw .cannotWrite(path: path, reason: "\(error)")
      }
      throw .cannotWrite(path: path, reason: reason)
    }
  }
}
