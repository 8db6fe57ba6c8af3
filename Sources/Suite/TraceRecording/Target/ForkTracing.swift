import CommandRunning
import Foundation
import Glibc

/// Makes programs recordable that fork without exec, or that close all descriptors: docs/recording.md, R15.
enum ForkTracing {
  /// Names for the dynamic linker, which searches for them as for liblttng-ust.so.1: a program of another architecture gets its own, or an
  /// error on stderr if there is none.
  private static let libraries = ["liblttng-ust-fork.so.1", "liblttng-ust-fd.so.1"]

  /// Hamon's own library, for the calls that LTTng 2.13 leaves out.
  private static let ownLibrary = "libhamon-descriptors.so"

  /// The value of `LD_PRELOAD` for a recorded command.
  ///
  /// - Parameters:
  ///   - existing: Its value in this process. It stays first: allocators and sanitizers insist on that.
  ///   - hooks: The library with the hooks of tasks, which comes last.
  /// - Returns: The value with all installed libraries, each once; `nil` if it would be empty.
  static func preload(existing: String?, hooks: String?) -> String? {
    let own = PreloadedLibrary.path(of: ownLibrary).flatMap {
      PreloadedLibrary.obstacle(at: $0) == nil ? $0 : nil
    }
    let existing = existing ?? ""
    let new = (libraries.filter(isInstalled) + [own, hooks].compactMap { $0 }).filter {
      !existing.contains($0.split(separator: "/").last ?? "")
    }
    let all = ([existing] + new).filter { !$0.isEmpty }.joined(separator: ":")
    return all.isEmpty ? nil : all
  }

  /// Whether a program is linked with liblttng-ust, directly or through its libraries.
  ///
  /// - Parameter executable: Its path.
  /// - Returns: Also false for a script, a static program, and one that ldd(1) cannot read.
  static func isLinked(_ executable: String) async -> Bool {
    await listing(of: executable).contains("liblttng-ust.so")
  }

  /// The libraries that a program is linked with and that are found.
  static func libraries(of executable: String) async -> [String] {
    await listing(of: executable).split(separator: "\n").compactMap { line in
      // `libname.so => /path/libname.so (0x00007f...)`
      guard let start = line.firstIndex(of: "/"), let end = line.lastIndex(of: "("), start < end
      else { return nil }
      return line[start..<end].trimmingCharacters(in: .whitespaces)
    }
  }

  private static func listing(of executable: String) async -> String {
    let command = Command("ldd", [executable], environment: ["LC_ALL": "C", "LD_PRELOAD": ""])
    return (try? await command.run())?.output ?? ""
  }

  /// The value of `LD_PRELOAD` for LTTng's own programs.
  ///
  /// - Parameter existing: Its value in this process.
  /// - Returns: The value without LTTng's libraries and Hamon's for them.
  static func preloadForDaemon(existing: String) -> String {
    existing.split { $0 == ":" || $0 == " " }.filter {
      !$0.contains("liblttng-ust") && !$0.contains(ownLibrary)
    }
    .joined(separator: ":")
  }

  /// Whether a library is next to liblttng-ust.so.1, or where the linker looks first.
  ///
  /// A name that the linker can't find would make each program complain on stderr.
  private static func isInstalled(_ library: String) -> Bool {
    let own = environmentVariable("LD_LIBRARY_PATH") ?? ""
    let directories =
      own.split(separator: ":").map(String.init) + [
        "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
        "/usr/local/lib",
      ]
    return directories.contains { access("\($0)/\(library)", R_OK) == 0 }
  }
}
