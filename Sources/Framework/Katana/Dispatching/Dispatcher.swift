/// Something that takes items whose types say nothing of its state: each store and part of one, and the
/// context of each side effect and interceptor.
public protocol AnyDispatcher: Sendable {
  /// Hands over an item of any kind.
  ///
  /// - Returns: A handle that throws `StoreError.invalidDispatchable` where the item is neither an
  ///   updater nor a side effect, or both; `wrongStateType` or `wrongContext` where it is for another
  ///   store.
  @discardableResult
  func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable>

  /// Hands over an updater whose type is not known.
  ///
  /// - Returns: A handle that throws `StoreError.wrongStateType` where it is for another state.
  @discardableResult
  func anyDispatch(_ updater: any AnyStateUpdater) -> DispatchHandle<Void>

  /// Hands over an updater that fits states of several types, such as a router's action.
  ///
  /// - Returns: A handle that throws what the updater refuses this state with.
  @discardableResult
  func dispatch<Updater: ErasedStateUpdater>(_ updater: Updater) -> DispatchHandle<Void>

  /// Hands over a side effect with a value, which knows neither state nor dependencies: it starts at
  /// once, in a task of its own, and gets the context of the whole store.
  @discardableResult
  func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue>
}

extension AnyDispatcher {
  /// Hands over an updater that fits states of several types.
  @discardableResult
  public func dispatch<Updater: ErasedStateUpdater>(_ updater: Updater) -> DispatchHandle<Void> {
    anyDispatch(updater as any AnyStateUpdater)
  }

  /// Hands over a side effect with a value.
  @discardableResult
  public func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    DispatchHandle(anyDispatch(sideEffect as any Dispatchable).completion)
  }
}

/// Something that takes items of a state: a store, a part of one, or the context of a side effect.
///
/// Their dispatch functions are written once, for all of them.
public protocol Dispatcher<StateType>: AnyDispatcher {
  /// The type of the state.
  associatedtype StateType: State

  /// Where the items go.
  var target: DispatchTarget<StateType> { get }
}

/// Where a dispatcher's items go: into a store, or into a part of one.
public struct DispatchTarget<S: State>: Sendable {
  let scope: any StoreScope<S>
}

extension Dispatcher {
  /// Hands over an updater of this state; see `Store.dispatch(_:)`.
  @discardableResult
  public func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == StateType {
    target.scope.dispatch(updater)
  }

  /// Hands over an updater as `dispatch(_:)` does; where the queue is full and its policy is to wait, the
  /// task is suspended until there is room, instead of blocking its thread.
  ///
  /// - Returns: The handle as of `dispatch(_:)`; one that throws `CancellationError` if the task was
  ///   cancelled while it waited for room.
  @discardableResult
  public func suspendingDispatch<Updater: StateUpdater>(
    _ updater: Updater
  ) async -> DispatchHandle<Void> where Updater.StateType == StateType {
    await target.scope.suspendingDispatch(updater)
  }

  /// Hands over an updater that fits states of several types; it gets this one.
  @discardableResult
  public func dispatch<Updater: ErasedStateUpdater>(_ updater: Updater) -> DispatchHandle<Void> {
    target.scope.dispatchErased(updater)
  }

  /// Hands over a side effect with a value, which knows neither state nor dependencies.
  @discardableResult
  public func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    DispatchHandle(target.scope.startEffect(sideEffect))
  }

  /// Hands over an item of any kind: of this state, or of the whole store's.
  @discardableResult
  public func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable> {
    target.scope.anyDispatch(item)
  }

  /// Hands over an updater whose type is not known: of this state, or of the whole store's.
  @discardableResult
  public func anyDispatch(_ updater: any AnyStateUpdater) -> DispatchHandle<Void> {
    DispatchHandle(target.scope.anyDispatch(updater).completion)
  }
}

extension Dispatcher where Self: PartialStore {
  /// Hands over a side effect of this state: it starts at once, in a task of its own.
  ///
  /// The task has the task-local values of the calling task or thread, such as a request's
  /// `ServiceContext`, and its priority, but not its actor. So has one that is held until the store is
  /// ready. What a listener or an interceptor dispatches while it looks at another thread's item has
  /// none, rather than those of the wrong request.
  ///
  /// - Returns: A handle that throws `StoreError.wrongContext` where the dependencies are others than
  ///   those of the store or the part.
  @discardableResult
  public func dispatch<Effect: SideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> where Effect.StateType == StateType {
    DispatchHandle(target.scope.startEffect(sideEffect))
  }
}
