package import FoundationEssentials
import Glibc

/// The kernel's files about processes: proc(5).
package enum ProcessFile {
  /// The whole contents of a file.
  ///
  /// The kernel returns some of them a page at a time: so this reads until nothing comes.
  ///
  /// - Returns: The contents; `nil` if it can't be opened or read, as when the process has ended.
  package static func contents(_ path: String) -> Data? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var contents = Data()
    var page = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      // SAFETY: the pointer is used within the call only, with the count of the same array.
      let count = unsafe page.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
      if count == 0 { return contents }
      if count > 0 { contents += page.prefix(count) } else if errno != EINTR { return nil }
    }
  }

  /// The whole contents of a file, as a text.
  package static func text(_ path: String) -> String? {
    contents(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The name of the process of `/proc/ID`, or the thread of `/proc/ID/task/ID`; `nil` if it has ended.
  package static func name(_ directory: String) -> String? {
    contents("\(directory)/comm").map { String(decoding: $0.prefix { $0 != 10 }, as: UTF8.self) }
  }

  /// The status of a process: the words of each field, by its name.
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

  /// The fields of a process or thread from the third on, its state: the second one, its name, may hold anything.
  ///
  /// Source: proc_pid_stat(5).
  ///
  /// - Parameter directory: `/proc/ID`, or `/proc/ID/task/ID` for a thread.
  /// - Returns: The fields; `nil` if it has ended and was waited for.
  package static func statFields(_ directory: String) -> [Substring]? {
    guard let text = text("\(directory)/stat"), let end = text.lastIndex(of: ")") else {
      return nil
    }
    return text[text.index(after: end)...].split(whereSeparator: \.isWhitespace)
  }

  /// A mapped range of a process' memory.
  package struct Mapping {
    package let begin: UInt64
    package let end: UInt64
    package let isCode: Bool
    package let isReadable: Bool
    package let isWritable: Bool
    /// Whether other processes see what is written there.
    package let isShared: Bool
    package let fileOffset: UInt64
    /// The file, or another name of the kernel's, such as `[vdso]`; empty if it has no name.
    package let path: String
  }

  /// The mappings of a process; `nil` if they can't be read.
  ///
  /// Source: proc_pid_maps(5).
  package static func mappings(of process: Int32) -> [Mapping]? {
    text("/proc/\(process)/maps")?.split(separator: "\n").compactMap { line in
      // BEGIN-END PERMISSIONS OFFSET DEVICE INODE PATH
      let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard words.count >= 5, let offset = UInt64(words[2], radix: 16) else { return nil }
      let ends = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard ends.count == 2 else { return nil }
      return Mapping(
        begin: ends[0],
        end: ends[1],
        isCode: words[1].contains("x"),
        isReadable: words[1].contains("r"),
        isWritable: words[1].contains("w"),
        isShared: words[1].contains("s"),
        fileOffset: offset,
        path: words.count > 5 ? String(words[5].drop { $0 == " " }) : ""
      )
    }
  }
}
