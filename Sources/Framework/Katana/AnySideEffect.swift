/// A side effect whose types are not known where it is dispatched.
///
/// Conform to `SideEffect` or `ReturningSideEffect` instead, which implement this protocol.
///
/// Source: SEMANTICS.md, K3.
public protocol AnySideEffect: Dispatchable {
  /// Runs the side effect and returns its value; `()` where it has none.
  ///
  /// - Throws: What rejects the dispatch, such as `StoreError.wrongContext`.
  func anySideEffect(_ context: any AnySideEffectContext) async throws -> any Sendable
}
