import Katana
import Synchronization

/// Dispatches from within an update, where everything is queued: what the queue alone costs.
struct Flood: StateUpdater {
  private final class LastHandle: Sendable {
    let handle = Mutex<DispatchHandle<Void>?>(nil)
  }

  private let store: BenchmarkStore<WordState>
  private let count: Int
  private let last = LastHandle()

  func updateState(_ state: inout WordState) {
    for index in 1..<count { store.dispatch(Touch<WordState>(index: index)) }
    let handle = store.dispatch(Touch<WordState>(index: 0))
    last.handle.withLock { $0 = handle }
  }

  /// Dispatches so many updates and returns when they are applied.
  static func run(_ count: Int, in store: BenchmarkStore<WordState>) {
    let flood = Flood(store: store, count: count)
    store.dispatch(flood)
    flood.last.handle.withLock { $0 }?.waitUntilFinished()
  }
}
