extension Store {
  /// Hands over an updater whose type is not known.
  ///
  /// - Returns: A handle that throws `StoreError.wrongStateType` where it is for another state.
  @_disfavoredOverload
  @discardableResult
  public func dispatch(_ updater: any AnyStateUpdater) -> DispatchHandle<Void> {
    core.dispatchErased(updater)
  }

  /// Hands over a side effect without a value: it starts at once, in a task of its own.
  @_disfavoredOverload
  @discardableResult
  public func dispatch(_ sideEffect: any AnySideEffect) -> DispatchHandle<Void> {
    core.dispatchEffect(sideEffect)
  }

  /// Hands over a side effect with a value: it starts at once, in a task of its own.
  @discardableResult
  public func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    core.dispatchEffect(sideEffect)
  }

  /// Hands over an item of any kind.
  ///
  /// - Returns: A handle that throws `StoreError.invalidDispatchable` where the item is neither an
  ///   updater nor a side effect, or both.
  @discardableResult
  public func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable> {
    core.anyDispatch(item)
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
