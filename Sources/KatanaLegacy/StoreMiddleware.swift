/// Something that sees each action before the store handles it, as programs of Katana 0.8 and 2.x write
/// it.
///
///     let logger: StoreMiddleware = { getState, dispatch in
///       { next in
///         { action in
///           print("will handle", action)
///           next(action)
///           print("did handle", action, getState())
///         }
///       }
///     }
///
/// The outermost function is called once, when the store becomes ready; what it dispatches is held until
/// then. The one that gets `next` is called for each action. An action whose `next` isn't called is
/// dropped. `next` is to be called before the function returns: later it does nothing but report
/// `LegacyError.lateNext` to `StoreConfiguration.onUnobservedError`.
///
/// Source: SEMANTICS.md, L8.
public typealias StoreMiddleware =
  @Sendable (
    _ getState: @escaping @Sendable () -> any State,
    _ dispatch: @escaping StoreDispatch
  ) -> @Sendable (_ next: @escaping (any Dispatchable) -> Void) -> (any Dispatchable) -> Void

/// Makes an interceptor of a middleware.
///
/// Errors of what `next` leads to don't reach the middleware, which can't throw, but its caller: the first
/// one rejects the action when the middleware has returned. Around a side effect the middleware runs
/// before its body, which it can't wait for.
///
/// Source: SEMANTICS.md, L9.
public func middlewareToInterceptor(_ middleware: @escaping StoreMiddleware) -> StoreInterceptor {
  StoreInterceptor { context in
    let wrap = middleware({ context.getAnyState() }, { context.anyDispatch($0) })
    return MiddlewareInterceptor(wrap: wrap, context: context)
  }
}
