/// What a side effect or an interceptor has of its store, where the types are not known.
///
/// `dispatch(_:)` takes what needs no particular state; whether other items fit shows when they are
/// handled, so they are handed to `anyDispatch(_:)`.
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

  /// Hands an updater of any state to the store.
  ///
  /// - Returns: A handle that throws `StoreError.wrongStateType` where it is for another state.
  @discardableResult
  func anyDispatch(_ updater: any AnyStateUpdater) -> DispatchHandle<Void>

  /// Hands an updater that fits several states to the store.
  @discardableResult
  func dispatch<Updater: ErasedStateUpdater>(_ updater: Updater) -> DispatchHandle<Void>

  /// Hands a side effect with a value to the store.
  @discardableResult
  func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue>
}
