/// What a side effect or an interceptor has of its store, where the types are not known.
///
/// Source: SEMANTICS.md, K4.
public protocol AnySideEffectContext: Sendable {
  /// The store's dependencies.
  var anyDependencies: any SideEffectDependencyContainer { get }

  /// The state at the moment of the call.
  func getAnyState() -> any State

  /// Hands any item to the store.
  @discardableResult
  func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable>

  /// Hands an updater to the store.
  @_disfavoredOverload
  @discardableResult
  func dispatch(_ updater: any AnyStateUpdater) -> DispatchHandle<Void>

  /// Hands a side effect without a value to the store.
  @_disfavoredOverload
  @discardableResult
  func dispatch(_ sideEffect: any AnySideEffect) -> DispatchHandle<Void>

  /// Hands a side effect with a value to the store.
  @discardableResult
  func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  )
    -> DispatchHandle<Effect.ReturnValue>
}
