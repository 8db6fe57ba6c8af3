/// What a side effect has of its store.
///
/// It keeps working after the store was dropped, but what it dispatches then is rejected with
/// `StoreError.storeDropped`.
///
/// Source: SEMANTICS.md, K4.
public struct SideEffectContext<S: State, D: SideEffectDependencyContainer>: AnySideEffectContext {
  /// The store's dependencies, the same in every side effect.
  public let dependencies: D

  let core: StateCore<S>

  init(core: StateCore<S>, dependencies: D) {
    self.core = core
    self.dependencies = dependencies
  }

  /// The state at the moment of the call, not at that of the dispatch.
  public func getState() -> S { core.snapshot() }

  /// The store's dependencies.
  public var anyDependencies: any SideEffectDependencyContainer { dependencies }

  /// The state at the moment of the call.
  public func getAnyState() -> any State { getState() }

  /// Hands an updater of the store's own state to the store.
  @discardableResult
  public func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == S {
    core.dispatch(updater)
  }

  /// Hands an updater to the store.
  @_disfavoredOverload
  @discardableResult
  public func dispatch(_ updater: any AnyStateUpdater) -> DispatchHandle<Void> {
    core.dispatchErased(updater)
  }

  /// Hands a side effect without a value to the store.
  @_disfavoredOverload
  @discardableResult
  public func dispatch(_ sideEffect: any AnySideEffect) -> DispatchHandle<Void> {
    core.dispatchEffect(sideEffect)
  }

  /// Hands a side effect with a value to the store.
  @discardableResult
  public func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    core.dispatchEffect(sideEffect)
  }

  /// Hands any item to the store.
  @discardableResult
  public func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable> {
    core.anyDispatch(item)
  }
}
