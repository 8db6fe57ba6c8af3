import Katana
public import Synchronization

/// A state behind a lock.
public final class MutexCell<S: BenchmarkState>: Sendable, UpdateCounting {
  @usableFromInline let state = Mutex(S())

  /// Creates one without updates.
  @inlinable
  public init() {}

  /// The number of updates that were applied.
  public var sum: Int { state.withLock { $0.sum } }

  /// Updates so often, in a loop of its own: in one of a closure that isn't specialized, a look-up of metadata and a
  /// witness call an update cost five times as much as the lock.
  @inlinable
  public func touchEach(_ count: Int) {
    for index in 0..<count { state.withLock { $0.touch(index) } }
  }

  /// A copy of the state.
  @inlinable
  public func snapshot() -> S { state.withLock { $0 } }
}
