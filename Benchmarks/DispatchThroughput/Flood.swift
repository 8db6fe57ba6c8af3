import BenchmarkHarness
import Katana
import StoreWorkloads
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

  /// How many bytes so many items take while all of them wait.
  ///
  /// Called on the main thread, whose heap is looked at.
  static func memory(of count: Int, in store: BenchmarkStore<WordState>) -> Int {
    let measured = Mutex(0)
    store.dispatch(
      Measure { _ in
        let before = HeapUsage.mainThreadBytes
        for index in 0..<count { store.dispatch(Touch<WordState>(index: index)) }
        let after = HeapUsage.mainThreadBytes
        measured.withLock { $0 = after - before }
      }
    )
    return measured.withLock { $0 }
  }

  private struct Measure: StateUpdater {
    let body: @Sendable (inout WordState) -> Void
    func updateState(_ state: inout WordState) { body(&state) }
  }

  /// Dispatches so many updates and returns when they are applied.
  static func run(_ count: Int, in store: BenchmarkStore<WordState>) {
    let flood = Flood(store: store, count: count)
    store.dispatch(flood)
    flood.last.handle.withLock { $0 }?.waitUntilFinished()
  }
}
