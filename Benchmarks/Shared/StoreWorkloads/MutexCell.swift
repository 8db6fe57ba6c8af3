import Katana
package import Synchronization

/// A state behind a lock.
package final class MutexCell<S: BenchmarkState>: Sendable, UpdateCounting {
  @usableFromInline let state = Mutex(S())

  @inlinable
  package init() {}

  package var sum: Int { state.withLock { $0.sum } }

  @inlinable
  @inline(__always)
  package func apply(_ updater: Touch<S>) { state.withLock { updater.updateState(&$0) } }

  /// A copy of the state.
  @inlinable
  package func snapshot() -> S { state.withLock { $0 } }
}
