extension Store {
  /// Hands over an updater that fits states of several types, such as a router's action.
  ///
  /// - Returns: A handle that throws what the updater refuses this state with.
  @discardableResult
  public func dispatch<Updater: ErasedStateUpdater>(_ updater: Updater) -> DispatchHandle<Void> {
    core.dispatchErased(updater)
  }

  /// Hands over a side effect: it starts at once, in a task of its own.
  ///
  /// The task has the task-local values of the calling task or thread, such as a request's
  /// `ServiceContext`, and its priority, but not its actor. So has one that is held until the store is
  /// ready. What a listener or an interceptor dispatches while it looks at another thread's item has
  /// none, rather than those of the wrong request.
  ///
  /// - Returns: A handle that throws `StoreError.wrongContext` where the dependencies are others than
  ///   the store's.
  @discardableResult
  public func dispatch<Effect: SideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> where Effect.StateType == S {
    DispatchHandle(effect: core.startEffect(sideEffect))
  }

  /// Hands over a side effect with a value, which knows neither state nor dependencies: it starts at
  /// once, in a task of its own.
  @discardableResult
  public func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    DispatchHandle(effect: core.startEffect(sideEffect))
  }

  /// Hands over an item of any kind.
  ///
  /// - Returns: A handle that throws `StoreError.invalidDispatchable` where the item is neither an
  ///   updater nor a side effect, or both; `wrongStateType` or `wrongContext` where it is for another
  ///   store.
  @discardableResult
  public func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable> {
    core.anyDispatch(item)
  }

  /// Hands over an updater whose type is not known.
  ///
  /// - Returns: A handle that throws `StoreError.wrongStateType` where it is for another state.
  @discardableResult
  public func anyDispatch(_ updater: any AnyStateUpdater) -> DispatchHandle<Void> {
    DispatchHandle(core.anyDispatch(updater).completion)
  }

  /// The state as the last applied updater left it.
  public var anyState: any State { state }

  /// Calls a closure for each update from now on; see `addListener(_:)`.
  @discardableResult
  public func addAnyListener(
    _ listener: @escaping @Sendable (_ oldState: any State, _ newState: any State) -> Void
  ) -> @Sendable () -> Void {
    addListener { listener($0, $1) }
  }
}
