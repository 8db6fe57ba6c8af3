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
    let temporary = "\(path).\(getpid()).partial"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(errno) }
    var code = Self.writeAll(data, to: descriptor)
    if code == 0, fsync(descriptor) != 0 { code = errno }
    // Some file systems report a full disk only when the file is closed.
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(temporary, path) != 0 { code = errno }
    guard code == 0 else {
      unlink(temporary)
      throw failure(code)
    }
  }

  private func failure(_ code: Int32) -> HistoryError {
    .cannotWrite(path: path, reason: String(cString: strerror(code)))
  }

  private static func writeAll(_ data: Data, to descriptor: Int32) -> Int32 {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      rest = rest.dropFirst(count)
    }
    return 0
  }
}
