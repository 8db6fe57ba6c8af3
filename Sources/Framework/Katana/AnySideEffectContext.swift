/// What a side effect or an interceptor has of its store, where the types are not known.
///
/// `dispatch(_:)` takes what needs no particular state; whether other items fit shows when they are
/// handled, so they are handed to `anyDispatch(_:)`.
///
/// Source: SEMANTICS.md, K4.
public protocol AnySideEffectContext: AnyDispatcher {
  /// The store's dependencies.
  var anyDependencies: any SideEffectDependencyContainer { get }

  /// The state at the moment of the call.
  func getAnyState() -> any State
}
