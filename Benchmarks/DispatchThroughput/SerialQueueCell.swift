import Dispatch
import Katana
import StoreWorkloads

/// A state behind a serial dispatch queue.
final class SerialQueueCell<S: BenchmarkState>: Sendable, UpdateCounting {
  private let queue = DispatchQueue(label: "serial")
  // SAFETY: touched on `queue` only.
  private nonisolated(unsafe) var state = S()

  var sum: Int { queue.sync { unsafe state.sum } }

  /// Updates so often, and waits for each.
  func touchEach(_ count: Int) {
    for index in 0..<count { queue.sync { unsafe state.touch(index) } }
  }

  /// Updates so often, and waits for the last.
  func touchEachLater(_ count: Int) {
    for index in 0..<count { queue.async { unsafe self.state.touch(index) } }
    queue.sync {}
  }
}
