/// An interceptor of one store: what wraps the handling of its items.
///
/// `next` hands an item on, to the next interceptor and at last to the store. It may be given another
/// item, may be called more than once (the item is handled as often) or never (`InterceptorOutcome`
/// says what that means).
public protocol BoundInterceptor: Sendable {
  /// Handles an updater, synchronously around the change: after `next` the state is the new one.
  ///
  /// Isolation: the store's own; later updaters wait for it. What is dispatched here is queued.
  ///
  /// - Throws: What the updater is rejected with.
  func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws

  /// Handles a side effect, around its body.
  ///
  /// Isolation: the side effect's task.
  ///
  /// - Throws: What the side effect is rejected with.
  func handle(
    sideEffect: any Dispatchable,
    next: (any Dispatchable) async throws -> Void
  )
    async throws
}
