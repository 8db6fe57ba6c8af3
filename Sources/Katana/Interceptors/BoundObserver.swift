/// See `ObserverInterceptor`.
struct BoundObserver: BoundInterceptor {
  let observers: [ObserverInterceptor.ObserverType]
  let context: any AnySideEffectContext
  /// Kept as long as the store keeps its interceptors.
  let subscriptions: NotificationSubscriptions

  func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws {
    let previous = context.getAnyState()
    try next(updater)
    dispatch(after: updater, previous: previous, isUpdater: true)
  }

  func handle(
    sideEffect: any Dispatchable,
    next: (any Dispatchable) async throws -> Void
  ) async throws {
    let previous = context.getAnyState()
    try await next(sideEffect)
    dispatch(after: sideEffect, previous: previous, isUpdater: false)
  }

  private func dispatch(after item: any Dispatchable, previous: any State, isUpdater: Bool) {
    let current = context.getAnyState()
    for observer in observers {
      switch observer {
      case .onStateChange(let predicate, let types):
        guard isUpdater, predicate(previous, current) else { continue }
        for type in types {
          guard let item = type.init(prevState: previous, currentState: current) else { continue }
          context.anyDispatch(item)
        }
      case .onDispatch(let observed, let types):
        guard type(of: item) == observed else { continue }
        for type in types {
          let made = type.init(dispatchedItem: item, prevState: previous, currentState: current)
          if let made { context.anyDispatch(made) }
        }
      case .onStart, .onNotification: continue
      }
    }
  }
}
