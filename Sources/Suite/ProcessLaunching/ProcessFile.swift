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

  /// What the kernel tells of a process or thread, from the third field on, its state: the second one, its name, may hold anything.
  ///
  /// Source: proc_pid_stat(5).
  ///
  /// - Parameter directory: `/proc/ID`, or `/proc/ID/task/ID` for a thread.
  /// - Returns: The fields; `nil` where it has ended and was waited for.
  package static func statFields(_ directory: String) -> [Substring]? {
    guard let data = contents("\(directory)/stat") else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    return text[text.index(after: end)...].split(whereSeparator: \.isWhitespace)
  }
}
