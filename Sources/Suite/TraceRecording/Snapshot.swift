/// What a flight recorder has written out once.
public struct Snapshot: Sendable, Equatable {
  /// Why it was written.
  public enum Reason: Sendable, Equatable {
    /// Asked for by SIGUSR1.
    case signal

    /// The target ended.
    case end
  }

  /// Its directory, which is a trace of its own.
  public var directory: String

  /// Why it was written.
  public var reason: Reason

  /// How long before its writing it is whole.
  public var span: Duration

  /// Whether older events were overwritten; otherwise it holds all since the begin.
  public var isCut: Bool
}
