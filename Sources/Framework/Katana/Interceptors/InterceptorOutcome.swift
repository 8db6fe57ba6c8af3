/// What an interceptor decides about an item, before the item is handled.
///
/// Source: SEMANTICS.md, K19.
public enum InterceptorOutcome: Sendable {
  /// The item is handed on.
  case proceed

  /// Another item is handled in its place, and in the same part of the state (`BoundInterceptor`).
  ///
  /// Where an updater is replaced by a side effect, or the other way round, the other item is
  /// dispatched anew, through all interceptors, and the original is finished at once.
  case replace(any Dispatchable)

  /// Nothing is handled, and the item counts as finished. A side effect that should have returned a
  /// value is rejected with `StoreError.noValue`.
  case drop

  /// Nothing is handled, and the handle throws the error.
  case reject(any Error)
}
