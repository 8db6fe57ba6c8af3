package import Foundation

/// The files by which the kernel tells of processes: proc(5).
package enum ProcessFile {
  /// All of a file.
  ///
  /// The kernel gives some of them a page at a time, and Foundation takes the first short read of a file without a size for its end:
  /// so they are read here until nothing comes.
  ///
  /// - Returns: What is in it; `nil` where it can't be opened or read, as when the process has ended.
  package static func contents(_ path: String) -> Data? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    do {
      return try file.readToEnd() ?? Data()
    } catch {
      return nil
    }
  }

  /// All of a file, as a text.
  package static func text(_ path: String) -> String? {
    contents(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The name of the process of `/proc/ID`, or the thread of `/proc/ID/task/ID`; `nil` where it has ended.
  package static func name(_ directory: String) -> String? {
    contents("\(directory)/comm").map { String(decoding: $0.prefix { $0 != 10 }, as: UTF8.self) }
  }

  /// What the kernel tells of a process: the words of each field, by its name.
  ///
  /// Source: proc_pid_status(5).
  package static func status(_ directory: String) -> [Substring: [Substring]] {
    let lines = (text("\(directory)/status") ?? "").split(separator: "\n")
    let fields = lines.compactMap { line in
      line.firstIndex(of: ":").map { colon in
        (line[..<colon], line[line.index(after: colon)...].split(whereSeparator: \.isWhitespace))
      }
    }
    return Dictionary(fields) { first, _ in first }
  }

  /// What the kernel tells of a process or thread, from the third field on, its state: the second one, its name, may hold anything.
  ///
  /// Source: proc_pid_stat(5).
  ///
  /// - Parameter directory: `/proc/ID`, or `/proc/ID/task/ID` for a thread.
  /// - Returns: The fields; `nil` where it has ended and was waited for.
  package static func statFields(_ directory: String) -> [Substring]? {
    guard let text = text("\(directory)/stat"), let end = text.lastIndex(of: ")") else {
      return nil
    }
    return text[text.index(after: end)...].split(whereSeparator: \.isWhitespace)
  }
}
