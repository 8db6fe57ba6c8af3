/// Logs the actions that a store has handled.
///
/// Source: SEMANTICS.md, L11; there lines could come out of order, here they don't.
public enum ActionLogger {
  /// Makes a middleware that writes a line for each action when it was handled.
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
