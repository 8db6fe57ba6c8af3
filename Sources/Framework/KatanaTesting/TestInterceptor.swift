import Katana

/// The innermost interceptor of a test store: it notes what is handled.
struct TestInterceptor<S: State>: BoundInterceptor {
  let journal: TestJournal<S>
  let context: any AnySideEffectContext

  func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws {
    try next(updater)
    // A side effect in an updater's place is handed to the store anew, and noted then.
    guard updater is any AnyStateUpdater, let state = context.getAnyState() as? S else { return }
    journal.append(updater: updater, state: state)
  }

  func handle(
    sideEffect: any Dispatchable,
    next: (any Dispatchable) async throws -> Void
  ) async throws {
    // An updater in a side effect's place likewise.
    guard sideEffect is any AnySideEffect else { return try await next(sideEffect) }
    let id = journal.begin(effect: sideEffect)
    defer { journal.end(effect: id) }
    try await next(sideEffect)
  }
}
