/// Something that takes items whose types don't name its state: each store, each part of one, and the context of each side effect and
/// interceptor.
public protocol AnyDispatcher: Sendable {
  /// Dispatches an item of any kind.
  ///
  /// - Returns: A handle that throws `StoreError.invalidDispatchable` if the item is neither an updater nor a side effect, or both;
  ///   `wrongStateType` or `wrongContext` if it is for another store.
  @discardableResult
  func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable>

  /// Dispatches an updater of unknown type.
  ///
  /// - Returns: A handle that throws `StoreError.wrongStateType` if it is for another state.
  @discardableResult
  func anyDispatch(_ updater: any AnyStateUpdater) -> DispatchHandle<Void>

  /// Dispatches an updater that fits several state types, such as a router's action.
  ///
  /// - Returns: A handle that throws the error with which the updater refuses this state.
  @discardableResult
  func dispatch<Updater: ErasedStateUpdater>(_ updater: Updater) -> DispatchHandle<Void>

  /// Dispatches a side effect with a value, which knows neither state nor dependencies.
  ///
  /// It starts at once in its own task, and gets the context of the whole store.
  @discardableResult
  func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue>
}

extension AnyDispatcher {
  /// Dispatches an updater that fits several state types.
  @discardableResult
  public func dispatch<Updater: ErasedStateUpdater>(_ updater: Updater) -> DispatchHandle<Void> {
    anyDispatch(updater as any AnyStateUpdater)
  }

  /// Dispatches a side effect with a value.
  @discardableResult
  public func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    DispatchHandle(anyDispatch(sideEffect as any Dispatchable).completion)
  }
}

/// Something that takes items of a state: a store, a part of one, or the context of a side effect.
///
/// All of them share one implementation of the dispatch functions.
public protocol Dispatcher<StateType>: AnyDispatcher {
  /// The type of the state.
  associatedtype StateType: State

  /// Where the items go.
  var target: DispatchTarget<StateType> { get }
}

/// The target of a dispatcher's items: a store, or a part of one.
public struct DispatchTarget<S: State>: Sendable {
  let scope: any StoreScope<S>
  /// The store, if it is a whole one.
  @usableFromInline let core: StateCore<S>?

  init(scope: any StoreScope<S>) {
    self.scope = scope
    core = scope as? StateCore<S>
  }

  init(core: StateCore<S>) { (scope, self.core) = (core, core) }

  @usableFromInline
  func dispatchErased(_ updater: any AnyStateUpdater) -> DispatchHandle<Void> {
    scope.dispatchErased(updater)
  }
}

extension Dispatcher {
  /// Dispatches an updater of this state; see `Store.dispatch(_:)`.
  @discardableResult
  public func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == StateType {
    target.scope.dispatch(updater)
  }

  /// Dispatches an updater as `dispatch(_:)` does; if the queue is full and its policy is to wait, suspends the task until there is room,
  /// instead of blocking its thread.
  ///
  /// - Returns: The handle as of `dispatch(_:)`; one that throws `CancellationError` if the task was cancelled while it waited for room.
  @discardableResult
  public func suspendingDispatch<Updater: StateUpdater>(
    _ updater: Updater
  ) async -> DispatchHandle<Void> where Updater.StateType == StateType {
    await target.scope.suspendingDispatch(updater)
  }

  /// Dispatches an updater that fits several state types; it gets this state.
  @discardableResult
  public func dispatch<Updater: ErasedStateUpdater>(_ updater: Updater) -> DispatchHandle<Void> {
    target.scope.dispatchErased(updater)
  }

  /// Dispatches a side effect with a value, which knows neither state nor dependencies.
  @discardableResult
  public func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    DispatchHandle(target.scope.startEffect(sideEffect))
  }

  /// Dispatches an item of any kind: of this state, or of the whole store's.
  @discardableResult
  public func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable> {
    target.scope.anyDispatch(item)
  }

  /// Dispatches an updater of unknown type: of this state, or of the whole store's.
  @discardableResult
  public func anyDispatch(_ updater: any AnyStateUpdater) -> DispatchHandle<Void> {
    DispatchHandle(target.scope.anyDispatch(updater).completion)
  }
}

extension Dispatcher where Self: PartialStore {
  /// Dispatches a side effect of this state: it starts at once, in its own task.
  ///
  /// The task inherits the task-local values of the calling task or thread, such as a request's `ServiceContext`, and its priority, but not
  /// its actor. This also holds for a side effect that is held until the store is ready. If a listener or an interceptor dispatches while
  /// it handles another thread's item, the task inherits nothing, rather than the values of the wrong request.
  ///
  /// - Returns: A handle that throws `StoreError.wrongContext` if the dependencies differ from those of the store or the part.
  @discardableResult
  public func dispatch<Effect: SideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> where Effect.StateType == StateType {
    DispatchHandle(target.scope.startEffect(sideEffect))
  }
}
