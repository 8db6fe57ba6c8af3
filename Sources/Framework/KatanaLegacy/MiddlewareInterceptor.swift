import Katana

/// See `middlewareToInterceptor(_:)`.
final class MiddlewareInterceptor: LateInterceptor {
  private let wrap:
    @Sendable (_ next: @escaping @Sendable (any Dispatchable) -> Void) -> (any Dispatchable) -> Void
  private let context: any AnySideEffectContext

  init(_ middleware: StoreMiddleware, context: any AnySideEffectContext) {
    let lateContext = context as? any LateInterceptorContext
    self.context = context
    wrap = middleware(
      { lateContext?.stateOrPlaceholder ?? context.getAnyState() },
      { context.anyDispatch($0) }
    )
  }

  func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws {
    // It reports a call of `next`, which the middleware must not delay again.
    if updater is LateNext { return try next(updater) }
    let carrier = (context as? any LateInterceptorContext)?.carrier
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
      wrap(forwarding(to: call, carrier: carrier))(updater)
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

  /// What the middleware passes on of a side effect while it runs.
  private func passed(_ sideEffect: any Dispatchable) -> [any Dispatchable] {
    var items: [any Dispatchable] = []
    let call = NextCall { items.append($0) }
    wrap(forwarding(to: call, carrier: nil))(sideEffect)
    call.end()
    return items
  }

  /// The `next` that the middleware gets, which it may call at any time and on any thread.
  private func forwarding(
    to call: NextCall,
    carrier: (any Dispatchable)?
  ) -> @Sendable (any Dispatchable) -> Void {
    { [self] item in
      if call.perform(item) { return }
      let lateContext = context as? any LateInterceptorContext
      if lateContext?.dispatch(carrier?.carrying(item) ?? item, behind: self) != true {
        context.anyDispatch(LateNext(item: item))
      }
    }
  }
}
