import Katana
import StoreWorkloads

/// A state behind an actor.
actor ActorCell<S: BenchmarkState> {
  private var state = S()

  var sum: Int { state.sum }

  func touch(_ index: Int) { state.touch(index) }
}
