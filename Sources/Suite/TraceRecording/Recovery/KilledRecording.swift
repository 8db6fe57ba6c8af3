import Foundation
import Glibc

/// What a recording left whose recorder was killed, and how to remove it.
struct KilledRecording: Sendable {
  let marker: RecordingMarker

  /// Takes over the remains of a recording.
  ///
  /// - Returns: `nil` while its recorder runs.
  init?(_ marker: RecordingMarker) {
    guard !marker.isRunning else { return nil }
    self.marker = marker
  }

  /// Ends the daemons that the recording started, or its session at a daemon that it did not start.
  ///
  /// The consumer writes its data when it finds the session daemon gone, and ends.
  func end() async {
    if let daemon = marker.daemon {
      // Without setpriv(1) it does not end with the recorder.
      if daemon.isRunning { kill(daemon.id, SIGKILL) }
      let deadline = ContinuousClock.now + .seconds(10)
      while !daemon.companions.isEmpty, ContinuousClock.now < deadline {
        try? await Task.sleep(for: .milliseconds(10))
      }
      // Its data are in the buffers' directory too.
      for companion in daemon.companions { kill(companion, SIGKILL) }
    } else {
      let client = LTTngClient(
        environment: ["LTTNG_HOME": marker.home, "LC_ALL": "C", "LD_PRELOAD": ""],
        isRoot: geteuid() == 0,
        session: marker.session
      )
      _ = try? await client.run(.destroy, limit: .seconds(60))
    }
  }

  /// Removes the home with the sockets, and the directory that was made for them elsewhere.
  func removeHome() {
    remove(marker.home)
    guard let directory = marker.runDirectory else { return }
    // A killed daemon leaves its sockets, and the directory has no others.
    if RunDirectoryOwner(directory).isDead {
      try? FileManager.default.removeItem(atPath: directory)
    }
  }

  func removeBuffers() {
    if let buffers = marker.buffers { remove(buffers) }
  }

  /// Removes a directory only if its name is a recording's, as anybody may have written the marker.
  private func remove(_ path: String) {
    guard let name = path.split(separator: "/").last, name.hasPrefix(TemporaryHome.prefix) else {
      return
    }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Whether the trace waits for its buffers.
  var isRecoverable: Bool {
    guard let directory = marker.directory else { return false }
    return RecordingMarker.read(in: directory)?.home == marker.home
  }

  /// Removes what killed recordings left in memory and in the directory of temporary files.
  ///
  /// Keeps the buffers of a trace that can still be recovered.
  ///
  /// - Returns: The directories of the traces that wait for recovery.
  static func removeAll() async -> [String] {
    var waiting: [String] = []
    for home in directories(in: TemporaryHome.parent) {
      guard let recording = RecordingMarker.read(in: home).flatMap({ KilledRecording($0) }),
        recording.marker.home == home
      else { continue }
      await recording.end()
      recording.removeHome()
      if recording.isRecoverable, let directory = recording.marker.directory {
        waiting.append(directory)
      }
    }
    for buffers in directories(in: SharedMemory.path) {
      guard let recording = RecordingMarker.read(in: buffers).flatMap({ KilledRecording($0) }),
        recording.marker.buffers == buffers, !recording.isRecoverable
      else { continue }
      await recording.end()
      recording.removeHome()
      recording.removeBuffers()
    }
    return waiting
  }

  /// This user's directories of recordings.
  private static func directories(in parent: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    return names.filter { $0.hasPrefix(TemporaryHome.prefix) }.map { "\(parent)/\($0)" }
      .filter { path in
        var status = stat()
        // SAFETY: lstat reads the path and writes one `stat`, for the call only.
        return unsafe lstat(path, &status) == 0 && status.st_uid == geteuid()
          && status.st_mode & S_IFMT == S_IFDIR
      }
  }
}
