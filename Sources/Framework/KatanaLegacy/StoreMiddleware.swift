/// Something that sees each action before the store handles it, as programs of Katana 0.8 and 2.x write it.
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
/// An action whose `next` isn't called is dropped. If the thread that runs the middleware calls `next` before the middleware returns, the
/// action has been handled when `next` returns. Called later, or by another thread, `next` dispatches the action to the middleware behind
/// this one, and an error that rejects it goes to `StoreConfiguration.onUnobservedError`.
///
/// Source: docs/semantics/legacy.md, L8.
public typealias StoreMiddleware =
  @Sendable (
    _ getState: @escaping @Sendable () -> any State,
    _ dispatch: @escaping StoreDispatch
  ) ->
  @Sendable (_ next: @escaping @Sendable (any Dispatchable) -> Void) ->
  (any Dispatchable) -> Void

/// Makes an interceptor of a middleware.
///
/// The middleware can't throw, so errors behind `next` reach its caller instead: the first one rejects the action when the middleware has
/// returned. For a side effect, the middleware runs before the body and can't wait for it. Inside another interceptor it must call `next`
/// in time: `LegacyError.lateNext`.
///
/// Source: docs/semantics/legacy.md, L9.
public func middlewareToInterceptor(_ middleware: @escaping StoreMiddleware) -> StoreInterceptor {
  StoreInterceptor { MiddlewareInterceptor(middleware, context: $0) }
}

/// Logs the actions that a store has handled.
///
/// Source: docs/semantics/legacy.md, L11; there lines could come out of order, here they don't.
public enum ActionLogger {
  /// Makes a middleware that writes a line for each handled action.
  ///
  /// - Parameters:
  ///   - blackList: Types whose actions are left out; exactly these types.
  ///   - sink: Takes a line, on the store's own isolation, so it should be quick.
  /// - Returns: The middleware.
  public static func middleware(
    blackList: [any Dispatchable.Type] = [],
    sink: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> StoreMiddleware {
    let leftOut = Set(blackList.map { ObjectIdentifier($0) })
    return { _, _ in
      { next in
        { item in
          next(item)
          guard !leftOut.contains(ObjectIdentifier(type(of: item))) else { return }
          sink("[Action]: \(item.debugDescription)")
        }
      }
    }
  }
}
