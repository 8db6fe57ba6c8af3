/// An interceptor of one store: what wraps the handling of its items.
///
/// `next` hands an item on, to the next interceptor and at last to the store. It may be given another
/// item, may be called more than once (the item is handled as often) or never (`InterceptorOutcome`
/// says what that means).
///
/// An item that was dispatched to a part of the state (`Store.scope(_:)`) comes as it was dispatched
/// there, so that what holds for its type holds wherever it is sent. What is handed on in its place is
/// handled as if it had been dispatched to the same part: an updater of the part, or one that fits
/// several states, changes the part, one of the whole state the whole.
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
