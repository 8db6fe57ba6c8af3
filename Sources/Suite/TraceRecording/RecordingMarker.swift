import Foundation
import Glibc

/// What a recording uses, written down while it lasts: for who finds it killed.
///
/// The same file is in each of its directories: the trace's leads to the buffers and the home, and
/// theirs lead to the trace.
struct RecordingMarker: Sendable, Codable, Equatable {
  /// The recorder itself.
  var recorder: ProcessIdentity?

  /// The recording's own session daemon; `nil` for one that ran already.
  var daemon: ProcessIdentity?

  /// The recorded command.
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
