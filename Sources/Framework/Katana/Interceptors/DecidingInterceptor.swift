/// See `StoreInterceptor.deciding`.
struct DecidingInterceptor: BoundInterceptor {
  let decide: @Sendable (any Dispatchable) -> InterceptorOutcome

  func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws {
    switch decide(updater) {
    case .proceed: try next(updater)
    case .replace(let item): try next(item)
    case .drop: break
    case .reject(let error): throw error
    }
  }

  func handle(
    sideEffect: any Dispatchable,
    next: (any Dispatchable) async throws -> Void
  ) async throws {
    switch decide(sideEffect) {
    case .proceed: try await next(sideEffect)
    case .replace(let item): try await next(item)
    case .drop: break
    case .reject(let error): throw error
    }
  }
}
