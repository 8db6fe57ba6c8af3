import Katana
import StoreWorkloads

/// A state behind an actor.
actor ActorCell<S: BenchmarkState> {
  private var state = S()

  var sum: Int { state.sum }

  func apply(_ updater: Touch<S>) { updater.updateState(&state) }
}
