/// How the recorded command ended.
public enum CommandStatus: Sendable, Equatable {
  /// It exited with this status.
  case exited(Int32)

  /// A signal ended it.
  case killed(signal: Int32)

  /// The status that a shell would show: the command's own, or 128 + the signal's number.
  public var exitStatus: Int32 {
    switch self {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    }
  }
}
