/// The whole state of an application, as one value.
///
/// Source: docs/semantics/store.md, K1; `Sendable` is new, because any thread may read and dispatch.
public protocol State: Sendable {
  /// Makes the state of a store before anything was dispatched to it.
  init()
}

/// A state and its version: the number of updates that led to it.
public struct VersionedState<S: State>: Sendable {
  /// The state.
  public var state: S
  /// How many updates the store had applied when it had this state.
  public var version: UInt64

  /// Makes a pair.
  public init(state: S, version: UInt64) {
    self.state = state
    self.version = version
  }
}

extension VersionedState: Equatable where S: Equatable {}
