import Foundation
import Glibc
import ProcessLaunching

/// The directories and processes of a running recording, on disk for its recovery.
///
/// Each of its directories has the same file: the trace's leads to the buffers and the home, and theirs lead to the trace.
struct RecordingMarker: Sendable, Codable, Equatable {
  var recorder: ProcessIdentity?

  /// The recording's own session daemon; `nil` for one that ran already.
  var daemon: ProcessIdentity?

  var command: ProcessIdentity?

  /// The session's name at a daemon that is not the recording's own.
  var session: String

  /// The trace's directory; `nil` for a trace on another machine.
  var directory: String?

  var home: String

  /// The directory of the ring buffers.
  var buffers: String?

  /// The directory that was made for the daemon in this or another user's home.
  var runDirectory: String?

  var isFlightRecorder: Bool

  static let fileName = ".hamon-recording"

  /// Writes it, replacing the last one.
  func write() {
    guard let data = try? JSONEncoder().encode(self) else { return }
    // Without it everything works but the recovery of a killed recording.
    for directory in [directory, home, buffers] {
      guard let directory else { continue }
      try? data.write(to: URL(filePath: "\(directory)/\(Self.fileName)"), options: .atomic)
    }
  }

  /// Reads a marker.
  ///
  /// - Parameter directory: One of a recording's directories.
  /// - Returns: `nil` if there is none, or it can't be read.
  static func read(in directory: String) -> RecordingMarker? {
    FileManager.default.contents(atPath: "\(directory)/\(fileName)")
      .flatMap { try? JSONDecoder().decode(RecordingMarker.self, from: $0) }
  }

  var isRunning: Bool {
    TemporaryHome.isLocked(home) ?? (recorder?.isRunning == true)
  }
}

/// The identity of a process, which stays unique when its id is reused.
struct ProcessIdentity: Sendable, Equatable, Codable {
  var id: Int32

  /// When it was started, in clock ticks after the boot.
  var start: UInt64

  /// The boot that it was started in.
  var boot: String

  /// Identifies a process.
  ///
  /// - Parameter id: Its id; the result is `nil` if the process has ended.
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
  /// No process gets the id of a session that has members; so if a process has it, the members have ended.
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
