import CMachine
import Foundation
import Glibc
import ProcessLaunching

/// A process that runs already and is to be recorded.
struct RunningProcess: Sendable {
  let id: pid_t

  /// Its id in its own process-id namespace, which is what LTTng knows it by.
  let virtualID: pid_t

  let name: String
  private let descriptor: Int32

  /// Takes hold of a process.
  ///
  /// - Parameter id: Its process id.
  /// - Throws: `RecordingError` if there is none, or it may not be looked at.
  init(_ id: pid_t) throws(RecordingError) {
    guard id > 0 else { throw .processNotFound(id) }
    // It stays this process' when the id is given to another one.
    descriptor = cmachine_open_process(id)
    guard descriptor >= 0 else {
      // EINVAL: the id of a thread; EPERM and ENOSYS: forbidden, or a kernel before 5.3.
      guard errno == ESRCH || errno == EINVAL else {
        throw .processNotPermitted(id, reason: RecordingError.reason(errno))
      }
      throw .processNotFound(id)
    }
    self.id = id
    let status = ProcessFile.status("/proc/\(id)")
    name = status["Name"]?.joined(separator: " ") ?? ""
    virtualID = status["NSpid"]?.last.flatMap { pid_t($0) } ?? id
    let isOwn = status["Uid"]?.contains { uid_t($0) == geteuid() } ?? false
    guard geteuid() == 0 || isOwn else {
      close(descriptor)
      throw .processNotPermitted(id, reason: "it is another user's")
    }
    if hasEnded {
      close(descriptor)
      throw .processNotFound(id)
    }
  }

  /// Lets go of the process, which goes on.
  func release() {
    close(descriptor)
  }

  /// Whether it has ended; a zombie has.
  var hasEnded: Bool {
    poll(descriptor, for: POLLIN, milliseconds: 0)
  }

  /// Whether liblttng-ust is loaded in a process; `nil` where that cannot be seen.
  static func hasTracer(_ id: pid_t) -> Bool? {
    guard access("/proc/\(id)/maps", R_OK) == 0,
      let maps = ProcessFile.contents("/proc/\(id)/maps")
    else { return nil }
    return maps.range(of: Data("/liblttng-ust".utf8)) != nil
  }

  /// The directory where it looks for the session daemon of an ordinary user.
  ///
  /// As it was started: a later change of its own cannot be seen.
  func home() throws(RecordingError) -> String {
    let environment = try environment()
    guard let home = environment["LTTNG_HOME"] ?? environment["HOME"], home.hasPrefix("/") else {
      throw RecordingError(
        "process \(id)",
        "has neither HOME nor LTTNG_HOME and listens to root's session daemon only",
        remedy: "record as root, or start it with HOME"
      )
    }
    // Its root may be another one than ours.
    return Self.isInSameMountNamespace(id) ? home : "/proc/\(id)/root\(home)"
  }

  /// Whether it was started such that it may be made to wait for room in the buffers.
  func mayBlock() throws(RecordingError) -> Bool {
    try environment()["LTTNG_UST_ALLOW_BLOCKING"] != nil
  }

  /// The variables that it was started with.
  private func environment() throws(RecordingError) -> [String: String] {
    guard let bytes = ProcessFile.contents("/proc/\(id)/environ") else {
      throw .processNotPermitted(id, reason: "its environment cannot be read")
    }
    let pairs = bytes.split(separator: 0).compactMap { bytes -> (String, String)? in
      let words = String(decoding: bytes, as: UTF8.self)
        .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return words.count == 2 ? (String(words[0]), String(words[1])) : nil
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Whether a process has this process' mount namespace; true where that cannot be seen.
  static func isInSameMountNamespace(_ id: pid_t) -> Bool {
    guard let own = status(of: "/proc/self/ns/mnt"), let other = status(of: "/proc/\(id)/ns/mnt")
    else { return true }
    return own.st_ino == other.st_ino && own.st_dev == other.st_dev
  }
}
