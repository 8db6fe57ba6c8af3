import CommandRunning
import Foundation
import Glibc

/// Makes programs that fork without exec recordable: docs/recording.md, R15.
enum ForkTracing {
  /// Its name for the dynamic linker, which looks for it as it does for liblttng-ust.so.1: in a
  /// program of another architecture it finds that one's, or says on stderr that there is none.
  static let library = "liblttng-ust-fork.so.1"

  /// The value of `LD_PRELOAD` for a recorded command.
  ///
  /// - Parameter existing: What it is for this process. It stays first: allocators and sanitizers
  ///   insist on that.
  /// - Returns: `nil` where nothing is to be added: the library is not installed, or is in it.
  static func preload(existing: String?) -> String? {
    let existing = existing ?? ""
    guard !existing.contains("liblttng-ust-fork.so"), isInstalled else { return nil }
    return existing.isEmpty ? library : "\(existing):\(library)"
  }

  /// Whether a program is linked with liblttng-ust, directly or through its libraries.
  ///
  /// - Parameter executable: Its path.
  /// - Returns: False also for a script, a static program, and one that ldd(1) cannot read.
  static func isLinked(_ executable: String) async -> Bool {
    await listing(of: executable).contains("liblttng-ust.so")
  }

  /// The libraries that a program is linked with, as far as they are found.
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
  /// - Parameter existing: What it is for this process.
  /// - Returns: The same without LTTng's libraries.
  static func preloadForDaemon(existing: String) -> String {
    existing.split { $0 == ":" || $0 == " " }.filter { !$0.contains("liblttng-ust") }
      .joined(separator: ":")
  }

  /// Whether the library is beside liblttng-ust.so.1, or where the linker looks first.
  ///
  /// A name that the linker cannot find would make each program complain on stderr.
  private static var isInstalled: Bool {
    let own = environmentVariable("LD_LIBRARY_PATH") ?? ""
    let directories =
      own.split(separator: ":").map(String.init) + [
        "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
        "/usr/local/lib",
      ]
    return directories.contains { access("\($0)/\(library)", R_OK) == 0 }
  }
}
