/// Why an item that was handed to a store never began, as it stands in a trace.
public enum DiscardReason: Sendable {
  /// It was cancelled before its turn.
  case cancelled
  /// An interceptor or the store has rejected it, with an error.
  case rejected
  /// An interceptor has dropped it, or a full queue whose policy is to drop.
  case dropped
  /// An interceptor has put an item of another kind in its place.
  case replaced

  /// The reason that belongs to an error.
  public init(_ error: any Error) {
    self = error is CancellationError ? .cancelled : .rejected
  }

  var traceName: StaticString {
    switch self {
    case .cancelled: "cancelled"
    case .rejected: "rejected"
    case .dropped: "dropped"
    case .replaced: "replaced"
    }
  }
}
