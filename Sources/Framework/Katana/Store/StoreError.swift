/// Why a store could not do what was asked.
///
/// Each was a trap in the originals (docs/semantics/store.md, K28).
public enum StoreError: Error, Equatable, Sendable {
  /// An updater or a legacy action is for a state of another type than the store's, or returned one.
  case wrongStateType(item: String, expected: String, found: String)
  /// A side effect is for a store with another state or other dependencies.
  case wrongContext(item: String, expected: String, found: String)
  /// The item is neither an updater nor a side effect, or it is both.
  case invalidDispatchable(item: String, isUpdater: Bool, isSideEffect: Bool)
  /// A side effect was replaced or dropped by an interceptor, so there is no value to return.
  case noValue(item: String, expected: String)
  /// The state was read before the store had one.
  case notReady
  /// The initializer of the state has failed, so the store will never be ready.
  case initializationFailed(reason: String)
  /// The store was dropped before the item was handled.
  case storeDropped
  /// The queue is full, and its policy is not to wait.
  case queueFull(item: String, capacity: Int)
}

extension StoreError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  public var description: String {
    switch self {
    case .wrongStateType(let item, let expected, let found):
      "\(item): it changes \(expected), the state is \(found); dispatch it to the store of its state"
    case .wrongContext(let item, let expected, let found):
      "\(item): it wants the context \(expected), the store's is \(found); "
        + "dispatch it to the store of its state and dependencies"
    case .invalidDispatchable(let item, true, true):
      "\(item): it is both an updater and a side effect; make it one of them"
    case .invalidDispatchable(let item, _, _):
      "\(item): it is neither an updater nor a side effect; make it one of them"
    case .noValue(let item, let expected):
      "\(item): an interceptor replaced or dropped it, so there is no \(expected) to return; "
        + "let the interceptor reject it instead"
    case .notReady:
      "store: its initial state is not there yet; wait for `waitUntilReady()`"
    case .initializationFailed(let reason):
      "store: the initializer of its state failed: \(reason); make a new store"
    case .storeDropped:
      "store: it was dropped before the item was handled; keep the store as long as it is used"
    case .queueFull(let item, let capacity):
      "\(item): \(capacity) items wait already; dispatch fewer or use the policy `wait`"
    }
  }
}
