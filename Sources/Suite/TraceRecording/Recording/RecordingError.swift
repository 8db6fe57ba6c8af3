import Glibc
import ProcessLaunching
package import SuiteErrors

/// Why a recording could not be made or completed: an error with its own exit status.
package struct RecordingError: Error, Hashable, CustomStringConvertible {
  /// What is wrong and what to do.
  package let error: SuiteError

  /// The exit status for this error, after the custom of env(1) and timeout(1): 127 for a missing command, 126 for one that cannot be run,
  /// 125 for a failure of the recorder itself.
  package let exitStatus: Int32

  /// `<subject>: <what is wrong>; <what to do>`, in one line.
  package var description: String { "\(error)" }

  init(_ subject: String, _ problem: String, remedy: String, exitStatus: Int32 = 125) {
    error = SuiteError(subject, problem, remedy: remedy)
    self.exitStatus = exitStatus
  }

  /// An error of another part: samples, libraries.
  init(_ error: SuiteError) {
    self.error = error
    exitStatus = 125
  }

  /// The text of an `errno`.
  static func reason(_ code: Int32) -> String { SystemReason.text(code) }
}

/// Errors with several origins, or that code compares with.
extension RecordingError {
  /// The directory holds nothing of a killed recording.
  package static func nothingToRecover(_ path: String) -> Self {
    let problem = "nothing to recover, no killed recording left anything there"
    return Self(path, problem, remedy: "read it as it is")
  }

  static func toolMissing(_ tool: String) -> Self {
    let remedy = "run tools/setup, or install the Debian package lttng-tools"
    return Self(tool, "not found on PATH", remedy: remedy)
  }

  static func commandNotFound(_ command: String) -> Self {
    let remedy = "give the path of a program, or one that is on PATH"
    return Self(command, "command not found", remedy: remedy, exitStatus: 127)
  }

  static func commandNotExecutable(
    _ command: String,
    reason: String = SystemReason.text()
  ) -> Self {
    let remedy = "check the file and its permissions"
    return Self(command, "cannot be executed: \(reason)", remedy: remedy, exitStatus: 126)
  }

  static func outputNotEmpty(_ path: String) -> Self {
    Self(
      path,
      "is not empty",
      remedy: "name another directory with -o, a trace is never overwritten"
    )
  }

  static func outputUnusable(_ path: String, reason: String = SystemReason.text()) -> Self {
    Self(path, "cannot hold a trace: \(reason)", remedy: "name another directory with -o")
  }

  static func diskFull(directory: String) -> Self {
    let remedy = "free space there, or record to another file system with -o"
    return Self(directory, diskFullProblem, remedy: remedy)
  }

  private static let diskFullProblem =
    "no space left on device while recording, the trace is incomplete"

  var isOfFullDisk: Bool { error.problem == Self.diskFullProblem }

  static func writeFailed(directory: String, message: String) -> Self {
    let problem = "the trace could not be written: \(message)"
    let isLimited = message.contains(reason(EFBIG))
    let remedy = isLimited ? "raise ulimit -f" : "record to another file system with -o"
    return Self(directory, problem, remedy: remedy)
  }

  static func notRecovered(_ path: String, reason: String) -> Self {
    let remedy = "run hamon recover as the user who recorded it, with room on the disk"
    return Self(path, "could not be recovered: \(reason)", remedy: remedy)
  }

  static func temporaryDirectoryUnusable(
    _ path: String,
    reason: String = SystemReason.text()
  ) -> Self {
    let problem = "cannot hold the session daemon's sockets: \(reason)"
    return Self(path, problem, remedy: "set TMPDIR to another directory")
  }

  /// Root's daemon runs, and a private one is impossible: root may not make a mount namespace, or the user is in group tracing.
  static func daemonAlreadyRuns(reason: String) -> Self {
    Self(
      "lttng-sessiond",
      "root's daemon runs already and a private one is not possible (\(reason))",
      remedy:
        "stop that daemon, or record as an ordinary user or as a root that may unshare --mount"
    )
  }

  static func daemonNotReady(message: String) -> Self {
    Self("lttng-sessiond", "did not become ready: \(message)", remedy: "run hamon doctor")
  }

  static let daemonDied = Self(
    "lttng-sessiond",
    "ended while the command was recorded",
    remedy: "the trace ends there, record again"
  )

  /// The consumer daemon writes the trace.
  static var consumerDied: Self {
    // If its trace may not grow any more, a signal kills it without a message.
    let isLimited = ProcessLimit.fileSize.soft != .max
    return Self(
      "lttng-consumerd",
      "ended while the command was recorded",
      remedy: "what was in the buffers is lost, record again"
        + (isLimited ? " without ulimit -f" : "")
    )
  }

  /// The buffers of another user, or of programs of another architecture, which are separate.
  static let buffersNotMade = Self(
    SharedMemory.path,
    "the ring buffers of a program could not be made, its events are missing",
    remedy: "give it more room (--shm-size in a container), or raise ulimit -n, and record again"
  )

  /// The message is LTTng's own, in one line.
  static func lttngFailed(command: String, message: String) -> Self {
    Self("lttng \(command)", message, remedy: "see hamon doctor for what a recording needs")
  }

  static func processNotFound(_ id: Int32) -> Self {
    let remedy = "find it with pgrep, or start it with hamon record -- COMMAND"
    return Self("process \(id)", "does not exist", remedy: remedy)
  }

  static func processNotPermitted(_ id: Int32, reason: String) -> Self {
    let remedy = "record as the user who runs it, or as root"
    return Self("process \(id)", "may not be recorded: \(reason)", remedy: remedy)
  }

  static func interrupted(signal: Int32) -> Self {
    let problem = "ended by signal \(signal) before it began"
    return Self("recording", problem, remedy: "nothing was recorded", exitStatus: 128 + signal)
  }
}
