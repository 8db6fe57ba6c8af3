import CommandRunning
import Foundation
import Glibc
import TraceRecording

/// Asks the machine.
enum DoctorProbe {
  /// The first version number that a program prints; `nil` if it cannot be run.
  ///
  /// - Returns: The number, or "installed" if it prints none.
  static func version(of program: String, _ arguments: [String] = ["--version"]) async -> String? {
    guard let result = try? await Command(program, arguments).run(), result.isSuccess else {
      return nil
    }
    return firstVersion(in: result.output) ?? "installed"
  }

  /// The first run of digits with a dot inside.
  ///
  /// - Returns: `nil` if it has no version number.
  static func firstVersion(in text: String) -> String? {
    for word in text.split(whereSeparator: { !$0.isNumber && $0 != "." }) {
      guard let first = word.first, let last = word.last, word.contains(".") else { continue }
      if first.isNumber && last.isNumber { return String(word) }
    }
    return nil
  }

  /// The version of a development library, from pkg-config.
  static func libraryVersion(_ module: String, header: String) async -> String? {
    // Debian puts some libraries' headers below the architecture's directory.
    let directories = ["", "x86_64-linux-gnu/", "aarch64-linux-gnu/"].map { "/usr/include/\($0)" }
    guard
      (directories + ["/usr/local/include/"]).contains(where: {
        FileManager.default.isReadableFile(atPath: $0 + header)
      })
    else { return nil }
    return await version(of: "pkg-config", ["--modversion", module]) ?? "version unknown"
  }

  /// The number in a one-line file of the kernel.
  static func number(inFileAt path: String) -> Int? {
    FileManager.default.contents(atPath: path).flatMap {
      Int(String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }

  /// The process id of root's session daemon for the whole system; `nil` if none runs.
  static var systemSessionDaemon: Int? {
    guard let id = number(inFileAt: "/var/run/lttng/lttng-sessiond.pid"), id > 1 else {
      return nil
    }
    // EPERM: it exists, but isn't ours.
    return kill(pid_t(id), 0) == 0 || errno == EPERM ? id : nil
  }

  /// Whether this user is in group tracing, for whose members LTTng uses the system's daemon.
  static var isInTracingGroup: Bool {
    // SAFETY: getgrnam's result is read at once, and nothing else here asks for groups. getgroups writes at most `count` elements.
    guard let group = unsafe getgrnam("tracing")?.pointee.gr_gid else { return false }
    let count = getgroups(0, nil)
    var groups = [UInt32](repeating: 0, count: Int(max(0, count)))
    return getegid() == group || (unsafe getgroups(count, &groups) >= 0 && groups.contains(group))
  }
}
