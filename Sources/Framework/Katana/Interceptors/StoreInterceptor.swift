/// Something that sees each item before a store handles it, and may change its fate.
///
///     let onlyOnWeekdays = StoreInterceptor.deciding { context, item in
///       item is Purchase && isWeekend() ? .reject(Closed()) : .proceed
///     }
///     let store = Store<AppState, AppDependencies>(interceptors: [onlyOnWeekdays])
///
/// An item dispatched to a part of the state arrives as the item itself (`BoundInterceptor`): a scope can't bypass a check like the one
/// above.
///
/// The first interceptor of a store is the outermost. Each is bound once, when the store becomes ready, in order; what it dispatches then
/// is held until the store is ready.
///
/// Source: docs/semantics/store.md, K18, K19.
public struct StoreInterceptor: Sendable {
  private let bind: @Sendable (any AnySideEffectContext) -> any BoundInterceptor

  /// Makes an interceptor of a function that is called once for each store.
  public init(_ bind: @escaping @Sendable (any AnySideEffectContext) -> any BoundInterceptor) {
    self.bind = bind
  }

  /// Makes the interceptor of one store's items; for interceptors that are composed of others.
  public func bound(to context: any AnySideEffectContext) -> any BoundInterceptor {
    bind(context)
  }

  /// Makes an interceptor that decides about each item before it is handled.
  public static func deciding(
    _ decide: @escaping @Sendable (any AnySideEffectContext, any Dispatchable) -> InterceptorOutcome
  ) -> StoreInterceptor {
    StoreInterceptor { DecidingInterceptor(context: $0, decide: decide) }
  }

  /// Makes an interceptor that only looks: before each item, and after each that was handled without an error.
  public static func observing(
    before: @escaping @Sendable (any AnySideEffectContext, any Dispatchable) -> Void = { _, _ in },
    after: @escaping @Sendable (any AnySideEffectContext, any Dispatchable) -> Void = { _, _ in }
  ) -> StoreInterceptor {
    StoreInterceptor { ObservingInterceptor(context: $0, before: before, after: after) }
  }
}

/// An interceptor of one store: what wraps the handling of its items.
///
/// `next` passes an item on, to the next interceptor and finally to the store. Pass the same item or another one. Each call handles the
/// item once more; with no call, it is not handled (`InterceptorOutcome` says what that means).
///
/// An item dispatched to a part of the state (`Store.scope(_:)`) arrives as it was dispatched there, so a check of its type holds wherever
/// it is sent. A replacement is handled as if it had been dispatched to the same part: an updater of the part, or one that fits several
/// states, changes the part; one of the whole state changes the whole.
public protocol BoundInterceptor: Sendable {
  /// Handles an updater, synchronously around the change: after `next` the state is the new one.
  ///
  /// Isolation: the store's own; later updaters wait for it. What is dispatched here is queued.
  ///
  /// - Throws: The error that rejects the updater.
  func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws

  /// Handles a side effect, around its body.
  ///
  /// Isolation: the side effect's task.
  ///
  /// - Throws: The error that rejects the side effect.
  func handle(
    sideEffect: any Dispatchable,
    next: (any Dispatchable) async throws -> Void
  )
    async throws
}

/// An interceptor's decision about an item, before the item is handled.
///
/// Source: docs/semantics/store.md, K19.
public enum InterceptorOutcome: Sendable {
  /// The item is passed on.
  case proceed

  /// Another item is handled instead, in the same part of the state (`BoundInterceptor`).
  ///
  /// If a side effect replaces an updater, or the other way round, it is dispatched anew, through all interceptors, and the original is
  /// finished at once.
  case replace(any Dispatchable)

  /// Nothing is handled, and the item counts as finished.
  ///
  /// A side effect that should have returned a value is rejected with `StoreError.noValue`.
  case drop

  /// Nothing is handled, and the handle throws the error.
  case reject(any Error)
}

/// See `StoreInterceptor.deciding`.
struct DecidingInterceptor: BoundInterceptor {
  let context: any AnySideEffectContext
  let decide: @Sendable (any AnySideEffectContext, any Dispatchable) -> InterceptorOutcome

  func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws {
    switch decide(context, updater) {
    case .proceed: try next(updater)
    case .replace(let other): try next(other)
    case .drop: return
    case .reject(let error): throw error
    }
  }

  func handle(
    sideEffect: any Dispatchable,
    next: (any Dispatchable) async throws -> Void
  ) async throws {
    switch decide(context, sideEffect) {
    case .proceed: try await next(sideEffect)
    case .replace(let other): try await next(other)
    case .drop: return
    case .reject(let error): throw error
    }
  }
}

/// See `StoreInterceptor.observing`.
struct ObservingInterceptor: BoundInterceptor {
  let context: any AnySideEffectContext
  let before: @Sendable (any AnySideEffectContext, any Dispatchable) -> Void
  let after: @Sendable (any AnySideEffectContext, any Dispatchable) -> Void

  func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws {
    before(context, updater)
    try next(updater)
    after(context, updater)
  }

  func handle(
    sideEffect: any Dispatchable,
    next: (any Dispatchable) async throws -> Void
  ) async throws {
    before(context, sideEffect)
    try await next(sideEffect)
    after(context, sideEffect)
  }
}

/// Logs what a store handles.
///
/// Source: docs/semantics/store.md, K22; there lines could come out of order, here they don't.
public enum DispatchableLogger {
  /// Makes an interceptor that writes `[Dispatchable]: <description>` for each item that was handled without an error.
  ///
  /// - Parameters:
  ///   - blackList: Types whose items are left out; exactly these types.
  ///   - sink: Takes a line. For an updater it runs on the store's own isolation, in order, so it should be quick; for a side effect in its
  ///     task, when its body has returned.
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
