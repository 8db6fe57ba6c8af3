import CHeapLayout
import Foundation
import Glibc
import MemoryFiles
import ProcessLaunching
package import SuiteErrors

/// A process that loaded the library for memory when it started, without a recorder.
package final class NotingProcess: Sendable {
  package let id: Int32
  let mode: MemoryRequest.Mode
  /// Its file, which begins when the process did.
  let file: String
  /// Stays readable when the process has ended, and with it its root.
  private let descriptor: Int32

  /// Where the library looks for a recorder.
  var socket: String {
    "\(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])/\(id).socket"
  }

  /// Finds the file that a process writes.
  ///
  /// - Parameters:
  ///   - id: The process.
  ///   - wanted: Which blocks are wanted.
  /// - Throws: `SuiteError` if it has not loaded the library, notes fewer blocks, or is recorded by another `hamon`.
  package init(_ id: Int32, _ wanted: MemoryRequest.Mode) throws(SuiteError) {
    let subject = "process \(id)"
    let library = (try? MemoryLibrary.path()) ?? MemoryLibrary.name
    let start = "LD_PRELOAD=\(library) HAMON_MEMORY_DIRECTORY=/var/tmp"
    // In namespaces of its own, the process has another root and another number.
    let paths = (ProcessFile.mappings(of: id) ?? []).lazy.filter(\.isShared).map(\.path)
    let found = paths.first { $0.hasSuffix(".\(MemoryDirectory.fileExtension)") }
    guard let path = found, let header = MemoryFile.header(ofFileAt: "/proc/\(id)/root\(path)")
    else {
      throw SuiteError(
        subject,
        "its memory can't be recorded: \(MemoryLibrary.name) notes nothing in it",
        remedy: "start it with \(start)"
      )
    }
    guard header.pid == id else {
      throw SuiteError(
        subject,
        "its memory can't be recorded from outside of its process-id namespace, where it is \(header.pid)",
        remedy: "run hamon in its container"
      )
    }
    let variables = ProcessFile.contents("/proc/\(id)/environ")?.split(separator: 0) ?? []
    guard !variables.contains(where: { $0.starts(with: "HAMON_MEMORY_SOCKET=".utf8) }) else {
      throw SuiteError(
        subject,
        "its memory is recorded by the hamon that has started it",
        remedy: "send that one SIGUSR1 for a snapshot"
      )
    }
    let isOfAll = header.mode == UInt32(HAMON_MODE_ALL)
    guard wanted != .all || isOfAll else {
      throw SuiteError(
        subject,
        "notes a part of its blocks only",
        remedy: "leave =all out, or start it with \(start) HAMON_MEMORY_MODE=all"
      )
    }
    self.id = id
    mode = isOfAll ? .all : .sampled
    file = "/proc/\(id)/root\(path)"
    descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Copies what it has written until now.
  ///
  /// - Throws: `SuiteError` if there is no room.
  func copyFile(to path: String) throws(SuiteError) {
    let url = URL(filePath: "/proc/self/fd/\(descriptor)")
    guard let contents = try? Data(contentsOf: url, options: .alwaysMapped) else {
      throw SuiteError(file, "can't be read", remedy: "record where the process' files are")
    }
    try WrittenFile.write(contents, to: path, orElse: "make room, and record again")
  }

  /// Whether it still runs.
  var isRunning: Bool { kill(id, 0) == 0 || errno == EPERM }
}
