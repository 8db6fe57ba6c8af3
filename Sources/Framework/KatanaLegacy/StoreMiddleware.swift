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
/// dropped.
///
/// `next` may be called on any thread and at any time. Where it is called by the thread that runs the
/// middleware, before the middleware returns, the action has been handled when `next` returns. Called later,
/// or by another thread, it dispatches the action to the middleware behind this one: the action is handled
/// in its turn, and what it is rejected with goes to `StoreConfiguration.onUnobservedError`, because the
/// handle of the first dispatch is finished when the middleware has returned.
///
/// Source: SEMANTICS.md, L8.
public typealias StoreMiddleware =
  @Sendable (
    _ getState: @escaping @Sendable () -> any State,
    _ dispatch: @escaping StoreDispatch
  ) ->
  @Sendable (_ next: @escaping @Sendable (any Dispatchable) -> Void) ->
  (any Dispatchable) -> Void

/// Makes an interceptor of a middleware.
///
/// Errors of what `next` leads to don't reach the middleware, which can't throw, but its caller: the first
/// one rejects the action when the middleware has returned. Around a side effect the middleware runs
/// before its body, which it can't wait for.
///
/// An interceptor that binds this one itself, instead of giving it to the store, must see to it that the
/// middleware calls `next` in time: a late call is reported as `LegacyError.lateNext` there.
///
/// Source: SEMANTICS.md, L9.
public func middlewareToInterceptor(_ middleware: @escaping StoreMiddleware) -> StoreInterceptor {
  StoreInterceptor { MiddlewareInterceptor(middleware, context: $0) }
}
