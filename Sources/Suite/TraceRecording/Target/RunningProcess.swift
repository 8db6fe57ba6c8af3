import CMachine
import Foundation
import Glibc
import ProcessLaunching

/// A running process to record.
struct RunningProcess: Sendable {
  let id: pid_t

  /// Its id in its own process-id namespace, as LTTng knows it.
  let virtualID: pid_t

  let name: String
  private let descriptor: Int32

  /// Opens a process.
  ///
  /// - Parameter id: Its process id.
  /// - Throws: `RecordingError` if there is none, or it may not be inspected.
  init(_ id: pid_t) throws(RecordingError) {
    guard id > 0 else { throw .processNotFound(id) }
    // Refers to this process even after the id is reused.
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

  /// Closes the process, which goes on.
  func release() {
    close(descriptor)
  }

  /// Whether it has ended; a zombie has.
  var hasEnded: Bool {
    poll(descriptor, for: POLLIN, milliseconds: 0)
  }

  /// Whether a process has loaded liblttng-ust; `nil` if that can't be seen.
  static func hasTracer(_ id: pid_t) -> Bool? {
    ProcessFile.mappings(of: id).map { $0.contains { $0.path.contains("/liblttng-ust") } }
  }

  /// The directory where it looks for the session daemon of an ordinary user.
  ///
  /// From its start: later changes of its own can't be seen.
  func home() throws(RecordingError) -> String {
    let environment = try environment()
    guard let home = environment["LTTNG_HOME"] ?? environment["HOME"], home.hasPrefix("/") else {
      throw RecordingError(
        "process \(id)",
        "has neither HOME nor LTTNG_HOME and listens to root's session daemon only",
        remedy: "record as root, or start it with HOME"
      )
    }
    // Its root may differ from ours.
    return Self.isInSameMountNamespace(id) ? home : "/proc/\(id)/root\(home)"
  }

  /// Whether its start allows it to wait for room in the buffers.
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

  /// Whether a process has this process' mount namespace; true if that can't be seen.
  static func isInSameMountNamespace(_ id: pid_t) -> Bool {
    guard let own = status(of: "/proc/self/ns/mnt"), let other = status(of: "/proc/\(id)/ns/mnt")
    else { return true }
    return own.st_ino == other.st_ino && own.st_dev == other.st_dev
  }
}
