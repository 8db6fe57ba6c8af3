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
}
