import Glibc

/// What came of a recording that began.
public struct RecordingReport: Sendable {
  /// The directory of the trace, absolute; empty for one that went to a relay daemon.
  public var directory: String

  /// The session at the relay daemon that the trace went to.
  public var relayedSession: RelayedSession?

  /// How the command ended; a success for a process that ran already.
  public var status: CommandStatus

  /// From the start of the command to its end, or until the session was stopped before that.
  public var duration: Duration

  /// What the daemon counted as lost; `nil` if it could not be asked.
  public var lost: LostData?

  /// What went wrong beside the command; if anything did, the trace is not whole.
  public var failures: [RecordingError]

  /// Why the recorder ended the command; `nil` if it ended by itself.
  public var commandEnd: CommandEnd?

  /// Why the recording of a process that ran already ended; `nil` for a command.
  public var attachmentEnd: AttachmentEnd?

  /// Packets at the ends of stream files that were cut off because they were incomplete.
  public var incompletePackets: Int

  /// Packets that a daemon which was killed had left in the ring buffers.
  public var recoveredPackets = 0

  /// What a flight recorder has written, in the order of the time.
  public var snapshots: [Snapshot] = []

  /// Whether the oldest events were overwritten, to stay below the limit on the trace's size.
  public var isCut = false

  /// Whether the trace has a description of its events, without which no reader can open it.
  public var isReadable: Bool

  /// Creates the report of a recording of which nothing is known yet but its end.
  init(directory: String, status: CommandStatus, duration: Duration) {
    self.directory = directory
    self.status = status
    self.duration = duration
    failures = []
    incompletePackets = 0
    isReadable = false
  }

  /// The status for the recorder to exit with: the command's, or 125 if the command succeeded
  /// and the recording did not.
  ///
  /// A command that only the time limit ended has succeeded.
  public var exitStatus: Int32 {
    let status = isEndedByTimeOnly ? 0 : status.exitStatus
    return status == 0 && !failures.isEmpty ? 125 : status
  }

  /// Whether the command ended as one does that is asked to: killed, or with a shell's word for it.
  private var isEndedByTimeOnly: Bool {
    commandEnd == .timeLimit
      && [.killed(signal: SIGTERM), .killed(signal: SIGKILL), .exited(128 + SIGTERM)]
        .contains(status)
  }
}
