import CommandRunning
import Foundation
import Glibc
import ObjectFiles
import SuiteErrors

/// The library that notes allocations, and the programs that it can't be loaded into.
enum MemoryLibrary {
  static let name = "libhamon-memory.so"

  static func path() throws(SuiteError) -> String { try PreloadedLibrary.loadablePath(of: name) }

  /// Why a program would not start with the library; `nil` if it would.
  static func refusal(of program: String) -> SuiteError? {
    guard let file = ELFFile(path: program) else { return nil }
    if file.loads("/ld-musl-") {
      return SuiteError(
        program,
        "its C library is musl, with which \(name) can't be loaded",
        remedy: "build it for glibc, or record without --memory"
      )
    }
    if file.loads("__asan_init") || file.loads("__tsan_init") {
      return SuiteError(
        program,
        "its sanitizer has an allocator of its own, and insists on being first",
        remedy: "build it without -sanitize, or record without --memory"
      )
    }
    return nil
  }

  /// Why the blocks of a program can't be seen, though it runs; `nil` if they can.
  static func obstacle(in program: String) -> String? {
    var status = stat()
    // SAFETY: the structure outlives the call.
    if unsafe stat(program, &status) == 0, status.st_mode & (S_ISUID | S_ISGID) != 0, geteuid() != 0
    {
      return "it is set-user-ID, so nothing is loaded into it; run it as that user, or a copy of it"
    }
    guard let file = ELFFile(path: program) else { return nil }
    if !file.isLinkedWhenStarted {
      return "it is linked statically, so nothing can be loaded into it; link it dynamically"
    }
    return nil
  }

  /// A program's environment with the library.
  ///
  /// - Parameters:
  ///   - environment: The variables that differ from those of this process.
  ///   - request: What to record.
  ///   - directory: Where the files go; absolute.
  ///   - socket: Where copies report.
  /// - Returns: The variables, with those for the library.
  /// - Throws: `SuiteError` if there is no library.
  static func environment(
    _ environment: [String: String],
    _ request: MemoryRequest,
    in directory: String,
    socket: String
  ) throws(SuiteError) -> [String: String] {
    let inherited = environment["LD_PRELOAD"] ?? ProcessInfo.processInfo.environment["LD_PRELOAD"]
    var environment = environment
    // First, or an allocator that is loaded beside it would be called in its place.
    environment["LD_PRELOAD"] = [try path(), inherited ?? ""].filter { !$0.isEmpty }
      .joined(separator: ":")
    environment["HAMON_MEMORY_DIRECTORY"] = directory
    environment["HAMON_MEMORY_MODE"] = request.mode.rawValue
    environment["HAMON_MEMORY_SOCKET"] = socket
    environment["HAMON_MEMORY_AT_END"] = "1"
    return environment
  }
}
