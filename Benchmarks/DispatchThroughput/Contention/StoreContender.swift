import Katana
import StoreWorkloads
import Synchronization

/// A store as it is by default.
final class StoreContender: Contender {
  private let store = BenchmarkStore<ContendedState>()

  var state: ContendedState { store.state }

  func produce(_ share: Int, _ turns: ContendedTurns) {
    if share == 0 { return }
    for _ in 1..<share {
      turns.workAlone()
      store.dispatch(Update(turns: turns.updater))
    }
    turns.workAlone()
    store.dispatch(Update(turns: turns.updater)).waitUntilFinished()
  }

  /// Updates until it is told to stop, and returns how often when the updates are applied.
  func produce(until isOver: borrowing Atomic<Bool>, _ turns: ContendedTurns) -> Int {
    var count = 0
    while !isOver.load(ordering: .relaxed) {
      turns.workAlone()
      store.dispatch(Update(turns: turns.updater))
      count += 1
    }
    store.dispatch(Nothing()).waitUntilFinished()
    return count
  }

  func produce(into record: ProducerRecord, _ turns: ContendedTurns) {
    record.fill { place in
      turns.workAlone()
      store.dispatch(TimedUpdate(turns: turns.updater, record: record, place: place))
    }
    // What a thread has dispatched before is applied before.
    store.dispatch(Nothing()).waitUntilFinished()
  }

  private struct Update: StateUpdater {
    let turns: Int
    func updateState(_ state: inout ContendedState) { state.update(turns: turns) }
  }

  private struct TimedUpdate: StateUpdater {
    let turns: Int
    let record: ProducerRecord
    let place: Int

    func updateState(_ state: inout ContendedState) {
      state.update(turns: turns)
      record.applied(place)
    }
  }

  private struct Nothing: StateUpdater {
    func updateState(_ state: inout ContendedState) {}
  }
}
