/// One item that a store has handled.
public struct StoreLogEntry: Sendable {
  /// What was handled.
  public enum Kind: String, Codable, Sendable {
    /// A change of the state.
    case updater
    /// Work with the outside world.
    case sideEffect
  }

  /// The place in the log, counted from the beginning of the recording; dropped entries count.
  public let ordinal: Int

  /// For an update the version of the state after it, for a side effect that of the state at which
  /// its body began.
  public let version: UInt64

  /// Whether it was an update or a side effect.
  public let kind: Kind

  /// The item that was applied or run; where an interceptor has replaced one, the replacement.
  ///
  /// One that was dispatched to a part of the state is here as it was dispatched.
  public var item: any Dispatchable { applied.unscoped }

  /// What a store of the whole state repeats it by: `item`, or the `ScopedUpdater` that carries it to its
  /// part of the state.
  public let applied: any Dispatchable

  /// How the side effect ended; `nil` while it runs, and for updates.
  public internal(set) var outcome: SideEffectOutcome?
}
