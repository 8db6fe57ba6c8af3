/// See `middlewareToInterceptor(_:)`.
struct MiddlewareInterceptor: BoundInterceptor {
  let wrap: @Sendable (_ next: @escaping (any Dispatchable) -> Void) -> (any Dispatchable) -> Void
  let context: any AnySideEffectContext

  func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws {
    var failure: (any Error)?
    withoutActuallyEscaping(next) { next in
      let call = NextCall { item in
        do {
          try next(item)
        } catch {
          // The first one: what comes after it may be its consequence.
          failure = failure ?? error
        }
      }
      wrap(forwarding(to: call))(updater)
      // A middleware that keeps what it was given must not keep `next`.
      call.end()
    }
    if let failure { throw failure }
  }

  func handle(
    sideEffect: any Dispatchable,
    next: (any Dispatchable) async throws -> Void
  ) async throws {
    for item in passed(sideEffect) { try await next(item) }
  }

  /// What the middleware passes on of a side effect.
  private func passed(_ sideEffect: any Dispatchable) -> [any Dispatchable] {
    var items: [any Dispatchable] = []
    let call = NextCall { items.append($0) }
    wrap(forwarding(to: call))(sideEffect)
    call.end()
    return items
  }

  private func forwarding(to call: NextCall) -> (any Dispatchable) -> Void {
    { [context] item in
      if !call.perform(item) { context.anyDispatch(LateNext(item: item)) }
    }
  }
}
