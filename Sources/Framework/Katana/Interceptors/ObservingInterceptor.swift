/// See `StoreInterceptor.observing`.
struct ObservingInterceptor: BoundInterceptor {
  let before: @Sendable (any Dispatchable) -> Void
  let after: @Sendable (any Dispatchable) -> Void

  func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws {
    before(updater)
    try next(updater)
    after(updater)
  }

  func handle(
    sideEffect: any Dispatchable,
    next: (any Dispatchable) async throws -> Void
  ) async throws {
    before(sideEffect)
    try await next(sideEffect)
    after(sideEffect)
  }
}
