import Katana

/// Dispatches from within an update, where everything is queued: what the queue alone costs.
struct Flood: StateUpdater {
  let store: BenchmarkStore<WordState>
  let count: Int

  func updateState(_ state: inout WordState) {
    for index in 0..<count { store.dispatch(Touch<WordState>(index: index)) }
  }
}
