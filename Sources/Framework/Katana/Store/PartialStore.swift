/// A store of unknown types.
///
/// Source: docs/semantics/store.md, K16.
public protocol AnyStore: AnyDispatcher {
  /// The state as the last applied updater left it.
  ///
  /// Before the store is ready there is none, and reading it stops the program: use `anyStateIfReady`, or `waitUntilReady()` before.
  var anyState: any State { get }

  /// Whether the store has its initial state and handles what is dispatched.
  var isReady: Bool { get }

  /// Returns as soon as the store is ready.
  ///
  /// - Throws: `StoreError.initializationFailed` if it never will be.
  func waitUntilReady() async throws

  /// Calls a closure for each update from now on; returns a closure that ends this.
  @discardableResult
  func addAnyListener(
    _ listener: @escaping @Sendable (_ oldState: any State, _ newState: any State) -> Void
  ) -> @Sendable () -> Void

  /// How many updates the store has applied; 0 if the store doesn't count them.
  ///
  /// Not read together with the state; `Store.versionedState` has both.
  var stateVersion: UInt64 { get }

  /// Calls a closure for each update from now on, without states, so that none is kept for it; returns a closure that ends this.
  @discardableResult
  func addUpdateListener(_ listener: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

extension AnyStore {
  /// 0 by default.
  public var stateVersion: UInt64 { 0 }

  /// Calls a closure as `addAnyListener(_:)` does.
  @discardableResult
  public func addUpdateListener(
    _ listener: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    addAnyListener { _, _ in listener() }
  }

  /// The state, or `nil` before there is one.
  public var anyStateIfReady: (any State)? { isReady ? anyState : nil }
}

/// A store whose state's type is known, but not that of its dependencies: what a user interface needs.
///
/// Source: docs/semantics/store.md, K16; there it is a class whose methods trap.
public protocol PartialStore<StateType>: AnyStore {
  /// The type of the state.
  associatedtype StateType: State

  /// The state as the last applied updater left it.
  ///
  /// Before the store is ready there is none, and reading it stops the program: use `stateIfReady`, or `waitUntilReady()` before.
  var state: StateType { get }

  /// Dispatches an updater of this state.
  @discardableResult
  func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == StateType

  /// Dispatches a side effect of this state.
  ///
  /// - Returns: A handle that throws `StoreError.wrongContext` if the dependencies are others.
  @discardableResult
  func dispatch<Effect: SideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> where Effect.StateType == StateType

  /// Calls a closure for each update from now on; returns a closure that ends this.
  @discardableResult
  func addListener(
    _ listener: @escaping @Sendable (_ oldState: StateType, _ newState: StateType) -> Void
  ) -> @Sendable () -> Void
}

extension PartialStore {
  /// The state, or `nil` before there is one.
  public var stateIfReady: StateType? { isReady ? state : nil }

  /// The state as the last applied updater left it.
  public var anyState: any State { state }

  /// Calls a closure as `addListener(_:)` does.
  @discardableResult
  public func addAnyListener(
    _ listener: @escaping @Sendable (_ oldState: any State, _ newState: any State) -> Void
  ) -> @Sendable () -> Void {
    addListener { listener($0, $1) }
  }
}
