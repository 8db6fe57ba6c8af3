public import Katana
public import Logging

extension DispatchableLogger {
  /// Makes an interceptor that logs each item that was handled without an error through swift-log.
  ///
  ///     DispatchableLogger.interceptor(logger: Logger(label: "store"), level: .info)
  ///
  /// The message is the item's description; the metadata has its type as `type` and `updater` or `side_effect` as `kind`.
  ///
  /// - Parameters:
  ///   - logger: Takes the messages. For an updater it runs on the store's own isolation, so its handler should be quick; for a side effect
  ///     in its task, when its body has returned.
  ///   - level: The level of the messages.
  ///   - blackList: Types whose items are left out; exactly these types.
  /// - Returns: The interceptor.
  public static func interceptor(
    logger: Logger,
    level: Logger.Level = .debug,
    blackList: [any Dispatchable.Type] = []
  ) -> StoreInterceptor {
    let leftOut = Set(blackList.map { ObjectIdentifier($0) })
    return .observing(after: { _, item in
      guard logger.logLevel <= level else { return }
      guard !leftOut.contains(ObjectIdentifier(type(of: item))) else { return }
      logger.log(
        level: level,
        "\(item.debugDescription)",
        metadata: [
          "type": "\(String(reflecting: type(of: item)))",
          "kind": item is any AnySideEffect ? "side_effect" : "updater",
        ]
      )
    })
  }
}
