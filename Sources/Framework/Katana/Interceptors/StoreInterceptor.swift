/// Something that sees each item before a store handles it, and may change what becomes of it.
///
///     let onlyOnWeekdays = StoreInterceptor.deciding { context, item in
///       item is Purchase && isWeekend() ? .reject(Closed()) : .proceed
///     }
///     let store = Store<AppState, AppDependencies>(interceptors: [onlyOnWeekdays])
///
/// It sees an item that was dispatched to a part of the state as the item itself (`BoundInterceptor`): a
/// check like the one above can't be bypassed by a scope.
///
/// The first interceptor of a store is the outermost. Each is bound once, when the store becomes
/// ready, in order; what it dispatches then is held until the store is ready.
///
/// Source: SEMANTICS.md, K18, K19.
public struct StoreInterceptor: Sendable {
  private let bind: @Sendable (any AnySideEffectContext) -> any BoundInterceptor

  /// Makes an interceptor of a function that is called once for each store.
  public init(_ bind: @escaping @Sendable (any AnySideEffectContext) -> any BoundInterceptor) {
    self.bind = bind
  }

  /// Makes what wraps the items of one store; for interceptors that are made of others.
  public func bound(to context: any AnySideEffectContext) -> any BoundInterceptor {
    bind(context)
  }

  /// Makes an interceptor that decides about each item before it is handled.
  public static func deciding(
    _ decide: @escaping @Sendable (any AnySideEffectContext, any Dispatchable) -> InterceptorOutcome
  ) -> StoreInterceptor {
    StoreInterceptor { context in DecidingInterceptor { decide(context, $0) } }
  }

  /// Makes an interceptor that looks on: before each item, and after each that was handled without
  /// an error.
  public static func observing(
    before: @escaping @Sendable (any AnySideEffectContext, any Dispatchable) -> Void = { _, _ in },
    after: @escaping @Sendable (any AnySideEffectContext, any Dispatchable) -> Void = { _, _ in }
  ) -> StoreInterceptor {
    StoreInterceptor { context in
      ObservingInterceptor(before: { before(context, $0) }, after: { after(context, $0) })
    }
  }
}
