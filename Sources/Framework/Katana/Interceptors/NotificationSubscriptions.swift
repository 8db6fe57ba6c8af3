/// The notifications that a store's observer listens to, for as long as the store lives.
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
