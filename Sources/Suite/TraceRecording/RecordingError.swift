import Glibc

/// Why a recording could not be made, or not to its end.
public enum RecordingError: Error, Equatable {
  /// A program of LTTng is not on PATH.
  case toolMissing(String)
  /// The command line to record names no program.
  case commandNotFound(String)
  /// The program exists and cannot be run; `reason` is the system's.
  case commandNotExecutable(String, reason: String)
  /// The directory for the trace has something in it already.
  case outputNotEmpty(String)
  /// The directory has a trace that is being recorded, or whose recording was killed.
  case outputInUse(String)
  /// There is no directory to recover a trace in.
  case traceNotFound(String, reason: String)
  /// The trace is still being recorded.
  case recordingRuns(directory: String, recorder: Int32)
  /// The directory has nothing that a killed recording left.
  case nothingToRecover(String)
  /// What is left of a trace could not be recovered; `reason` says why.
  case notRecovered(String, reason: String)
  /// An earlier recording was killed, and its trace is not whole.
  case recordingKilled(directory: String)
  /// The directory for the trace cannot be made or written.
  case outputUnusable(String, reason: String)
  /// An event pattern that LTTng cannot take.
  case patternInvalid(String)
  /// No directory could be made for the daemon's sockets.
  case temporaryDirectoryUnusable(String, reason: String)
  /// Root's daemon runs, and a private one is not possible: root may not make a mount namespace, or
  /// the user is in group tracing.
  case daemonAlreadyRuns(reason: String)
  /// The private session daemon did not become ready; `message` is what it printed.
  case daemonNotReady(message: String)
  /// The session daemon ended while the command was recorded.
  case daemonDied
  /// The consumer daemon, which writes the trace, ended while the command was recorded.
  case consumerDied
  /// An `lttng` call failed; `message` is LTTng's own, in one line.
  case lttngFailed(command: String, message: String)
  /// The file system of the trace had no room left.
  case diskFull(directory: String)
  /// The consumer daemon could not write for another reason.
  case writeFailed(directory: String, message: String)
  /// LTTng-UST has no context field of this name.
  case contextUnknown(String, working: [String])
  /// The machine or the user has no such counter; `reason` is the system's.
  case counterMissing(String, reason: String, working: [String])
  /// A trace cannot stay below this size, in bytes.
  case sizeLimitTooSmall(Int, smallest: Int)
  /// Events cannot be kept in so little memory, in bytes.
  case buffersTooSmall(Int, smallest: Int)
  /// Nobody listens at the address of a relay daemon; `reason` is the system's.
  case relayUnreachable(String, isLive: Bool, reason: String)
  /// The connection to the relay daemon ended while the trace was sent.
  case relayLost(String)
  /// There is no process of this id.
  case processNotFound(Int32)
  /// The process may not be recorded by this user; `reason` says why.
  case processNotPermitted(Int32, reason: String)
  /// The process was started without HOME and LTTNG_HOME: it looks for no daemon but root's.
  case processHasNoHome(Int32)
  /// The process has not loaded liblttng-ust.
  case processNotLinked(Int32)
  /// The process did not answer the session daemon.
  case processNotRegistered(Int32, seconds: Int64)
  /// The process was not started so that it may be made to wait for room in the buffers.
  case processCannotWait(Int32)
  /// The session daemon that serves the process sees other directories than this program.
  case daemonElsewhere(Int32)
  /// A signal arrived before the command was started.
  case interrupted(signal: Int32)
}

extension RecordingError: CustomStringConvertible {
  /// `<subject>: <what is wrong>; <what to do>`, in one line.
  public var description: String {
    switch self {
    case .toolMissing(let tool):
      "\(tool): not found on PATH; run tools/setup, or install the Debian package lttng-tools"
    case .commandNotFound(let command):
      "\(command): command not found; give the path of a program, or one that is on PATH"
    case .commandNotExecutable(let command, let reason):
      "\(command): cannot be executed: \(reason); check the file and its permissions"
    case .outputNotEmpty(let path):
      "\(path): is not empty; name another directory with -o, a trace is never overwritten"
    case .outputInUse(let path):
      "\(path): has a trace that is being recorded, or whose recording was killed; "
        + "name another directory with -o, or run hamon recover"
    case .traceNotFound(let path, let reason):
      "\(path): cannot be opened: \(reason); name the directory that hamon record -o had"
    case .recordingRuns(let directory, let recorder):
      "\(directory): is still being recorded, by process \(recorder); "
        + "end the recording with Ctrl-C or: kill \(recorder)"
    case .nothingToRecover(let path):
      "\(path): nothing to recover, no killed recording left anything there; read it as it is"
    case .notRecovered(let path, let reason):
      "\(path): could not be recovered: \(reason); "
        + "run hamon recover as the user who recorded it, with room on the disk"
    case .recordingKilled(let directory):
      "\(directory): its recording was killed before the trace was whole; "
        + "run: hamon recover \(directory)"
    case .outputUnusable(let path, let reason):
      "\(path): cannot hold a trace: \(reason); name another directory with -o"
    case .patternInvalid(let pattern):
      "event pattern \"\(pattern)\": is not one; write PROVIDER:NAME, where * stands for any text"
    case .temporaryDirectoryUnusable(let path, let reason):
      "\(path): cannot hold the session daemon's sockets: \(reason); set TMPDIR to another directory"
    case .daemonAlreadyRuns(let reason):
      "lttng-sessiond: root's daemon runs already and a private one is not possible (\(reason)); "
        + "stop that daemon, or record as an ordinary user or as a root that may unshare --mount"
    case .daemonNotReady(let message):
      "lttng-sessiond: did not become ready: \(message); run hamon doctor"
    case .daemonDied:
      "lttng-sessiond: ended while the command was recorded; the trace ends there, record again"
    case .consumerDied:
      "lttng-consumerd: ended while the command was recorded; "
        + "what was in the buffers is lost, record again"
    case .lttngFailed(let command, let message):
      "lttng \(command): \(message); see hamon doctor for what a recording needs"
    case .diskFull(let directory):
      "\(directory): no space left on device while recording, the trace is incomplete; "
        + "free space there, or record to another file system with -o"
    case .writeFailed(let directory, let message):
      "\(directory): the trace could not be written: \(message); "
        + "record to another file system with -o"
    case .contextUnknown(let context, let working):
      "context \"\(context)\": LTTng-UST has none of that name; "
        + "these work here: \(working.joined(separator: " "))"
    case .counterMissing(let context, let reason, let working):
      "context \"\(context)\": cannot be counted: \(reason); "
        + "these work here: \(working.joined(separator: " "))"
    case .sizeLimitTooSmall(let size, let smallest):
      "size limit: \(size) bytes are too few for a trace of this machine's processors; "
        + "give at least \((smallest + 1023) / 1024)k"
    case .buffersTooSmall(let size, let smallest):
      "buffers: \(size) bytes are too few for this machine's processors; "
        + "give at least \((smallest + 1023) / 1024)k"
    case .relayUnreachable(let address, let isLive, let reason):
      "relay \(address): cannot be reached: \(reason); start one there: lttng-relayd"
        + (isLive ? " --live-port=tcp://0.0.0.0:5344" : "")
    case .relayLost(let address):
      "relay \(address): the connection ended while recording, what came later is lost; "
        + "start lttng-relayd there and record again"
    case .processNotFound(let id):
      "process \(id): does not exist; find it with pgrep, or start it with hamon record -- COMMAND"
    case .processNotPermitted(let id, let reason):
      "process \(id): may not be recorded: \(reason); record as the user who runs it, or as root"
    case .processHasNoHome(let id):
      "process \(id): has neither HOME nor LTTNG_HOME and listens to root's session daemon only; "
        + "record as root, or start it with HOME"
    case .processNotLinked(let id):
      "process \(id): is not linked with LTTng-UST and has no tracepoints; "
        + "build it where liblttng-ust-dev is installed (see hamon doctor)"
    case .processNotRegistered(let id, let seconds):
      "process \(id): did not register with LTTng within \(seconds) s; "
        + "it may be stopped, or have changed its HOME: start it with hamon record -- COMMAND"
    case .processCannotWait(let id):
      "process \(id): cannot be recorded with --lossless: it was started without "
        + "LTTNG_UST_ALLOW_BLOCKING=1; start it with that variable, or leave --lossless out"
    case .daemonElsewhere(let id):
      "lttng-sessiond: process \(id) serves the program from another mount namespace; "
        + "stop that daemon, or run hamon there: nsenter --mount --target \(id)"
    case .interrupted(let signal):
      "recording: ended by signal \(signal) before it began; nothing was recorded"
    }
  }

  /// The exit status for this error, after the custom of env(1) and timeout(1): 127 for a command
  /// that is not there, 126 for one that cannot be run, 125 for a failure of the recorder itself.
  public var exitStatus: Int32 {
    switch self {
    case .commandNotFound: 127
    case .commandNotExecutable: 126
    case .interrupted(let signal): 128 + signal
    default: 125
    }
  }
}

extension RecordingError {
  /// The text of an `errno`.
  static func reason(_ code: Int32) -> String {
    String(cString: strerror(code))
  }
}
