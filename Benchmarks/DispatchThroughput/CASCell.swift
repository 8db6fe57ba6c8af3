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

  /// Updates so often; takes and gives back by compare-and-exchange, as a store must that has to see at the end whether
  /// somebody waits.
  borrowing func exchangeEach(_ count: Int) {
    for index in 0..<count where take() {
      unsafe state.pointee.touch(index)
      _ = isOwned.compareExchange(
        expected: true,
        desired: false,
        successOrdering: .releasing,
        failureOrdering: .relaxed
      )
    }
  }

  /// Updates so often; gives back by a plain store.
  borrowing func storeEach(_ count: Int) {
    for index in 0..<count where take() {
      unsafe state.pointee.touch(index)
      isOwned.store(false, ordering: .releasing)
    }
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
