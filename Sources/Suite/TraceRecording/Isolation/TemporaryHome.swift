import Foundation
import Glibc

/// A directory for one daemon's sockets, locks and settings.
struct TemporaryHome: Sendable {
  let path: String

  /// Holds a lock on it, which ends with this process in any case.
  private let lock: Int32

  /// Its last component, unique on the machine while it exists.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  static let prefix = "hamon-record-"

  static var parent: String {
    let wanted = environmentVariable("TMPDIR") ?? "/tmp"
    // A socket's path has at most 107 bytes; LTTng appends up to 40 of them.
    return wanted.isEmpty || wanted.utf8.count > 50 ? "/tmp" : wanted
  }

  /// Creates an empty directory that only its owner may enter.
  init() throws(RecordingError) {
    let parent = Self.parent
    guard let path = makeTemporaryDirectory(in: parent) else {
      throw .temporaryDirectoryUnusable(parent)
    }
    self.path = path
    lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    flock(lock, LOCK_EX | LOCK_NB)
  }

  /// Whether the process that made a home lives, even in another container, whose process ids mean nothing here.
  ///
  /// - Parameter path: The home.
  /// - Returns: `nil` if there is no such directory.
  static func isLocked(_ path: String) -> Bool? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0
  }

  func remove() {
    // Best effort: the daemon is gone, and what remains does no harm.
    try? FileManager.default.removeItem(atPath: path)
    close(lock)
  }
}
