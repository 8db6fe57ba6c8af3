import Foundation
import Glibc
import ProcessLaunching

/// The directory of sockets in which a running process looks for its session daemon.
///
/// The daemon and its client reach it by a link in a temporary home: so the client ignores the user's settings (`.lttngrc`), and the path
/// is short enough for a socket however long the user's is.
struct ProcessRunDirectory {
  private let process: RunningProcess
  private let path: String
  private let isMade: Bool

  /// Finds or creates the directory.
  ///
  /// - Parameters:
  ///   - process: The process.
  ///   - home: Gets the link.
  /// - Throws: `RecordingError` if the process has no such directory for this user.
  init(_ process: RunningProcess, home: TemporaryHome) throws(RecordingError) {
    self.process = process
    guard geteuid() != 0 else {
      // As root, LTTng uses only this one.
      path = DaemonIsolation.runDirectory
      isMade = false
      return
    }
    path = "\(try process.home())/.lttng"
    isMade = mkdir(path, 0o750) == 0
    guard isMade || errno == EEXIST else { throw .temporaryDirectoryUnusable(path) }
    // SAFETY: strings, for the call only.
    guard unsafe symlink(path, "\(home.path)/.lttng") == 0 else {
      throw .temporaryDirectoryUnusable(home.path)
    }
  }

  /// Its path if it did not exist before.
  var madePath: String? { isMade ? path : nil }

  /// Refuses a running daemon that would write the trace where this program doesn't see it.
  func checkDaemon() throws(RecordingError) {
    guard let id = RunDirectoryOwner(path).id, !RunningProcess.isInSameMountNamespace(id) else {
      return
    }
    throw RecordingError(
      "lttng-sessiond",
      "process \(id) serves the program from another mount namespace",
      remedy: "stop that daemon, or run hamon there: nsenter --mount --target \(id)"
    )
  }

  /// Removes the directory if this recording made it and the daemon left it empty.
  func remove() {
    if isMade { rmdir(path) }
  }
}

/// The session daemon that a directory of sockets belongs to.
struct RunDirectoryOwner {
  /// Its process id, from the file that it leaves there; `nil` if there is none.
  let id: Int32?

  /// Reads the file.
  ///
  /// - Parameter directory: The directory of sockets.
  init(_ directory: String) {
    let line = ProcessFile.text("\(directory)/lttng-sessiond.pid") ?? ""
    let id = Int32(line.trimmingCharacters(in: .whitespacesAndNewlines))
    self.id = id.flatMap { $0 > 0 ? $0 : nil }
  }

  var isDead: Bool {
    guard let id else { return true }
    return kill(id, 0) != 0 && errno == ESRCH
  }
}
