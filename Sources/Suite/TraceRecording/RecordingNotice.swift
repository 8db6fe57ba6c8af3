/// What a recording tells while it lasts.
public enum RecordingNotice: Sendable {
  /// Something fails; the recording goes on as far as it can.
  case failure(RecordingError)

  /// A process that ran already is recorded from now on.
  case attached(process: Int32, name: String)

  /// A flight recorder has written a snapshot that was asked for.
  case snapshot(Snapshot)

  /// The trace goes to a relay daemon, from now on.
  case relayed(RelayedSession)

  /// The session daemon serves other recordings, and ends with the last of them.
  case othersUseDaemon
}

extension RecordingNotice: CustomStringConvertible {
  /// One line.
  public var description: String {
    switch self {
    case .failure(let error): "warning: \(error)"
    case .attached(let process, let name):
      "recording process \(process) (\(name)); Ctrl-C ends the recording, not the process"
    case .snapshot(let snapshot): "snapshot: \(snapshot.directory)"
    case .relayed(let session):
      "recording to relay \(session.relay): host \(session.host), session \(session.name)"
    case .othersUseDaemon:
      "waiting: other recordings use this one's session daemon; Ctrl-C ends them too"
    }
  }
}
