import Katana
import Synchronization

/// A state behind a lock.
final class MutexCell<S: BenchmarkState>: Sendable, UpdateCounting {
  private let state = Mutex(S())

  var sum: Int { state.withLock { $0.sum } }

  @inline(__always)
  func apply(_ updater: Touch<S>) { state.withLock { updater.updateState(&$0) } }
}
