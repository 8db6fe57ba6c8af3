import Foundation
import Glibc
import ProcessLaunching

/// The directories and processes of a recording, written down while it lasts, for its recovery.
///
/// The same file is in each of its directories: the trace's leads to the buffers and the home, and
/// theirs lead to the trace.
struct RecordingMarker: Sendable, Codable, Equatable {
  var recorder: ProcessIdentity?

  /// The recording's own session daemon; `nil` for one that ran already.
  var daemon: ProcessIdentity?

  var command: ProcessIdentity?

  /// The session's name, for a daemon that is not the recording's own.
  var session: String

  /// The trace's directory; `nil` for a trace on another machine.
  var directory: String?

  var home: String

  /// The directory of the ring buffers.
  var buffers: String?

  /// The directory that was made in another user's home, or this one's, for the daemon.
  var runDirectory: String?

  var isFlightRecorder: Bool

  static let fileName = ".hamon-recording"

  /// Writes it, in place of the last one.
  func write() {
    guard let data = try? JSONEncoder().encode(self) else { return }
    // Without it everything works but the recovery of a recording that is killed.
    for directory in [directory, home, buffers] {
      guard let directory else { continue }
      try? data.write(to: URL(filePath: "\(directory)/\(Self.fileName)"), options: .atomic)
    }
  }

  /// Reads one.
  ///
  /// - Parameter directory: One of a recording's directories.
  /// - Returns: `nil` if there is none, or none that can be read.
  static func read(in directory: String) -> RecordingMarker? {
    FileManager.default.contents(atPath: "\(directory)/\(fileName)")
      .flatMap { try? JSONDecoder().decode(RecordingMarker.self, from: $0) }
  }

  /// Whether the recording goes on.
  var isRunning: Bool {
    TemporaryHome.isLocked(home) ?? (recorder?.isRunning == true)
  }
}

/// A process that is still told apart when its id has been given to another one.
struct ProcessIdentity: Sendable, Equatable, Codable {
  var id: Int32

  /// When it was started, in clock ticks after the boot.
  var start: UInt64

  /// The boot that it was started in.
  var boot: String

  /// Identifies a process.
  ///
  /// - Parameter id: Its id; there is none for a process that has ended.
  init?(_ id: Int32) {
    guard let fields = ProcessFile.statFields("/proc/\(id)"), fields.count > 19,
      let start = UInt64(fields[19])
    else { return nil }
    self.id = id
    self.start = start
    boot = Self.currentBoot
  }

  /// Whether it runs; a zombie doesn't.
  var isRunning: Bool {
    ProcessIdentity(id) == self && ProcessTree.isRunning(id)
  }

  /// LTTng's other programs in its session (setsid).
  ///
  /// The id of a session that has members is given to no process; if one has it, they have ended.
  var companions: [Int32] {
    guard boot == Self.currentBoot, [nil, self].contains(ProcessIdentity(id)) else { return [] }
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap { Int32($0) }.filter { member in
      let process = "/proc/\(member)"
      guard member != id, let fields = ProcessFile.statFields(process), fields.count > 3 else {
        return false
      }
      return Int32(fields[3]) == id && fields[0] != "Z"
        && ProcessFile.name(process)?.hasPrefix("lttng-") == true
    }
  }

  private static let currentBoot = (ProcessFile.text("/proc/sys/kernel/random/boot_id") ?? "")
    .trimmingCharacters(in: .whitespacesAndNewlines)
}
