/// A side effect that returns a value, and knows neither the state's nor the dependencies' type: for
/// libraries.
///
/// One that knows them is a `SideEffect`, which may return a value as well.
///
///     struct Purchase: ReturningSideEffect {
///       let productID: ProductID
///       func sideEffect(_ context: any AnySideEffectContext) async throws -> Receipt { ... }
///     }
///
///     let receipt = try await store.dispatch(Purchase(productID: id)).value
///
/// Source: SEMANTICS.md, K3.
public protocol ReturningSideEffect: AnySideEffect {
  /// What it returns.
  associatedtype ReturnValue: Sendable

  /// Does the work; see `SideEffect.sideEffect(_:)`.
  ///
  /// - Throws: What the dispatch is rejected with.
  func sideEffect(_ context: any AnySideEffectContext) async throws -> ReturnValue
}

extension ReturningSideEffect {
  /// Runs the side effect and forgets the type of its value.
  public func anySideEffect(_ context: any AnySideEffectContext) async throws -> any Sendable {
    try await sideEffect(context)
  }
}
