/// See `ObserverInterceptor`.
struct BoundObserver: BoundInterceptor {
  private enum Observer {
    case stateChange(
      ObserverInterceptor.StateChangePredicate,
      [any StateObserverDispatchable.Type]
    )
    /// See `ObserverInterceptor.StatePartObservation`.
    case partChange(@Sendable () -> @Sendable () -> [any Dispatchable])
    case dispatch(any Dispatchable.Type, [any DispatchObserverDispatchable.Type])
  }

  private let observers: [Observer]
  private let context: any AnySideEffectContext
  /// Kept as long as the store keeps its interceptors.
  private let subscriptions: NotificationSubscriptions

  init(
    _ observers: [ObserverInterceptor.ObserverType],
    context: any AnySideEffectContext,
    subscriptions: NotificationSubscriptions
  ) {
    self.observers = observers.compactMap { observer in
      switch observer {
      case .onStateChange(let predicate, let types): .stateChange(predicate, types)
      case .onPartChange(let observation):
        (context as? any StateContext).flatMap(observation.bind).map { .partChange($0) }
      case .onDispatch(let type, let types): .dispatch(type, types)
      case .onStart, .onNotification: nil
      }
    }
    self.context = context
    self.subscriptions = subscriptions
  }

  func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws {
    let previous = needsState(around: updater, isUpdater: true) ? context.getAnyState() : nil
    let looks = observers.compactMap { observer in
      if case .partChange(let look) = observer { look() } else { nil }
    }
    try next(updater)
    dispatch(after: updater, previous: previous, looks: looks)
  }

  func handle(
    sideEffect: any Dispatchable,
    next: (any Dispatchable) async throws -> Void
  ) async throws {
    let previous = needsState(around: sideEffect, isUpdater: false) ? context.getAnyState() : nil
    try await next(sideEffect)
    dispatch(after: sideEffect, previous: previous, looks: nil)
  }

  /// Whether an observer needs the whole state before the item, which makes the item copy what it changes.
  private func needsState(around item: any Dispatchable, isUpdater: Bool) -> Bool {
    observers.contains { observer in
      switch observer {
      case .stateChange: isUpdater
      case .partChange: false
      case .dispatch(let observed, _): type(of: item) == observed
      }
    }
  }

  /// `previous` is set if an observer needs it; `looks` after an updater.
  private func dispatch(
    after item: any Dispatchable,
    previous: (any State)?,
    looks: [@Sendable () -> [any Dispatchable]]?
  ) {
    let states = previous.map { ($0, context.getAnyState()) }
    var looks = looks?.makeIterator()
    let isUpdater = looks != nil
    for observer in observers {
      switch observer {
      case .stateChange(let predicate, let types):
        guard isUpdater, let (previous, current) = states, predicate(previous, current) else {
          continue
        }
        for type in types {
          guard let item = type.init(prevState: previous, currentState: current) else { continue }
          context.anyDispatch(item)
        }
      case .partChange:
        for item in looks?.next()?() ?? [] { context.anyDispatch(item) }
      case .dispatch(let observed, let types):
        guard type(of: item) == observed, let (previous, current) = states else { continue }
        for type in types {
          let made = type.init(dispatchedItem: item, prevState: previous, currentState: current)
          if let made { context.anyDispatch(made) }
        }
      }
    }
  }
}

/// The notifications that a store's observer listens to, as long as the store lives.
final class NotificationSubscriptions: Sendable {
  private struct Storage {
    var removals: [@Sendable () -> Void] = []
    var context: (any AnySideEffectContext)?
  }

  private let storage = OrderedMutex(Storage())

  deinit {
    for remove in storage.withLock({ $0.removals }) { remove() }
  }

  func add(_ remove: @escaping @Sendable () -> Void) {
    storage.withLock { $0.removals.append(remove) }
  }

  func begin(with context: any AnySideEffectContext) {
    storage.withLock { $0.context = context }
  }

  func dispatch(_ items: [any Dispatchable]) {
    guard let context = storage.withLock({ $0.context }) else { return }
    for item in items { context.anyDispatch(item) }
  }
}
