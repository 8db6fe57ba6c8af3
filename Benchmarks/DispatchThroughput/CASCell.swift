import Katana
import StoreWorkloads
import Synchronization

/// The least that a lock-free store could do: take the state by one atomic word, apply, give it back.
///
/// SAFETY, of all that is marked `unsafe` here: `state` lives as long as the cell, and only the thread that has
/// set `isOwned` touches it; `sum` is read when no thread applies any more.
@safe struct CASCell<S: BenchmarkState>: ~Copyable, UpdateCounting {
  private let isOwned = Atomic<Bool>(false)
  private let state: UnsafeMutablePointer<S>

  init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: S())
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  var sum: Int { unsafe state.pointee.sum }

  /// Takes and gives back by compare-and-exchange, as a store must that has to see at the end whether
  /// somebody waits.
  @inline(__always)
  borrowing func applyAndExchange(_ updater: Touch<S>) {
    guard take() else { return }
    unsafe updater.updateState(&state.pointee)
    _ = isOwned.compareExchange(
      expected: true,
      desired: false,
      successOrdering: .releasing,
      failureOrdering: .relaxed
    )
  }

  /// Gives back by a plain store.
  @inline(__always)
  borrowing func applyAndStore(_ updater: Touch<S>) {
    guard take() else { return }
    unsafe updater.updateState(&state.pointee)
    isOwned.store(false, ordering: .releasing)
  }

  @inline(__always)
  private borrowing func take() -> Bool {
    isOwned.compareExchange(
      expected: false,
      desired: true,
      successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
  }
}
