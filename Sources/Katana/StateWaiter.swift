import Dispatch

/// A thread that waits for a copy of the state.
@usableFromInline
final class StateWaiter<S: State>: Sendable {
  private let answer = OrderedMutex<StateBox<S>?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  /// Hands over the state and wakes the thread.
  ///
  /// Called at most once.
  func resume(with state: StateBox<S>) {
    answer.withLock { $0 = state }
    semaphore.signal()
  }

  /// Blocks until the state has been handed over.
  func wait() -> StateBox<S> {
    // A loop, because Swift can't know that `signal` came after the answer was there.
    while true {
      semaphore.wait()
      if let state = answer.withLock({ $0 }) { return state }
    }
  }
}
