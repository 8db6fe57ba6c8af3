import FoundationEssentials
import Glibc

/// A file in which a run notes its next step, for a program that watches its progress.
///
/// Its lines: `row NAME` before each step of a row, `done NAME` when its group is over, `end` when the run is over, for any reason. Without
/// `end`, the row of the last step has ended the process. A name has `\\n` for the end of a line, and two backslashes for one.
package struct ProgressFile {
  /// The environment variable with its path.
  package static let variable = "HAMON_PROGRESS"

  private let descriptor: Int32?

  /// Opens a file, by default the one in the environment; without a path nothing is noted.
  package init(path: String? = ProcessInfo.processInfo.environment[Self.variable]) {
    // Open for the whole run, so that a step costs only one write. SAFETY: the path is a text of Swift, which outlives the call.
    let descriptor = path.map { path in
      unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    }
    self.descriptor = descriptor.flatMap { $0 < 0 ? nil : $0 }
  }

  /// Notes that a step of a row begins.
  package func begin(_ row: String) { note("row", row) }

  /// Notes that nothing more is measured of a row.
  package func finish(_ row: String) { note("done", row) }

  /// Notes that the run is over.
  package func end() { write("end\n") }

  package var isWatched: Bool { descriptor != nil }

  private func note(_ word: String, _ row: String) {
    let name = row.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    write("\(word) \(name)\n")
  }

  private func write(_ line: String) {
    guard let descriptor else { return }
    let bytes = Array(line.utf8)
    // SAFETY: the array outlives the call. A failure only costs the watching program a note.
    _ = unsafe Glibc.write(descriptor, bytes, bytes.count)
  }

  /// The notes of a run.
  package struct Content: Equatable {
    /// The current row; `nil` if it has noted none.
    package var current: String?
    /// The rows that are finished.
    package var finished: Set<String> = []
    /// Whether it has noted that the run is over.
    private var isOver = false

    /// Whether its notes end within a row.
    package var isWithinRow: Bool { !isOver && current.map { !finished.contains($0) } ?? false }

    /// Reads a file; a missing one is empty.
    package init(path: String) {
      guard let data = FileManager.default.contents(atPath: path) else { return }
      for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
        if line == "end" { isOver = true }
        guard let space = line.firstIndex(of: " ") else { continue }
        let name = Self.plain(line[line.index(after: space)...])
        switch line[..<space] {
        case "row": current = name
        case "done": finished.insert(name)
        default: break
        }
      }
    }

    private static func plain(_ text: Substring) -> String {
      var plain = ""
      var isEscaped = false
      for character in text {
        if isEscaped {
          plain.append(character == "n" ? "\n" : character)
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else {
          plain.append(character)
        }
      }
      return plain
    }
  }
}
