import Dispatch
import Katana

/// Says when what was dispatched before it is applied.
struct Arrival<S: BenchmarkState>: StateUpdater {
  private let semaphore: DispatchSemaphore

  func updateState(_ state: inout S) { semaphore.signal() }

  /// Returns when everything that the calling thread has dispatched is applied.
  static func wait(in store: BenchmarkStore<S>) {
    let arrival = Arrival(semaphore: DispatchSemaphore(value: 0))
    store.dispatch(arrival)
    arrival.semaphore.wait()
  }
}
