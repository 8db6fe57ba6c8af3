import Dispatch
import Katana
import StoreWorkloads

/// A state behind a serial dispatch queue.
final class SerialQueueCell<S: BenchmarkState>: Sendable, UpdateCounting {
  private let queue = DispatchQueue(label: "serial")
  // SAFETY: touched on `queue` only.
  private nonisolated(unsafe) var state = S()

  var sum: Int { queue.sync { unsafe state.sum } }

  func apply(_ updater: Touch<S>) { queue.sync { unsafe updater.updateState(&state) } }

  func applyLater(_ updater: Touch<S>) { queue.async { unsafe updater.updateState(&self.state) } }

  /// Returns when everything before it was applied.
  func finish() { queue.sync {} }
}
