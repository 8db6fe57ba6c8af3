/// Logs what a store handles.
///
/// Source: SEMANTICS.md, K22; there lines could come out of order, here they don't.
public enum DispatchableLogger {
  /// Makes an interceptor that writes `[Dispatchable]: <description>` for each item that was handled
  /// without an error.
  ///
  /// - Parameters:
  ///   - blackList: Types whose items are left out; exactly these types.
  ///   - sink: Takes a line: an updater's on the store's own isolation, in order, so it should be
  ///     quick; a side effect's when its body has returned, in its task.
  /// - Returns: The interceptor.
  public static func interceptor(
    blackList: [any Dispatchable.Type] = [],
    sink: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> StoreInterceptor {
    let leftOut = Set(blackList.map { ObjectIdentifier($0) })
    return .observing(after: { _, item in
      guard !leftOut.contains(ObjectIdentifier(type(of: item))) else { return }
      sink("[Dispatchable]: \(item.debugDescription)")
    })
  }
}
