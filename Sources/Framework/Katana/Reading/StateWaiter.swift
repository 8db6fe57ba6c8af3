import Dispatch

/// A thread or a task that waits for a copy of the state.
final class StateWaiter<S: State>: Sendable {
  // SAFETY: the thread that stores the answer resumes the continuation that it finds; none is stored after.
  @safe
  private struct Progress {
    var answer: StateBox<S>?
    var continuation: UnsafeContinuation<Void, Never>?
  }

  private let progress = OrderedMutex(Progress())
  private let semaphore = DispatchSemaphore(value: 0)

  /// Delivers the state and wakes the waiter.
  ///
  /// Called at most once.
  func resume(with state: StateBox<S>) {
    let continuation = unsafe progress.withLock { progress in
      progress.answer = state
      return unsafe progress.continuation
    }
    if let continuation = unsafe continuation {
      unsafe continuation.resume()
    } else {
      semaphore.signal()
    }
  }

  /// Blocks the thread until the state has been delivered.
  ///
  /// - Parameters:
  ///   - patience: The time after which `onDelay` is called, once.
  ///   - onDelay: Reports the delay.
  /// - Returns: The state.
  func wait(patience: DispatchTimeInterval, onDelay: () -> Void) -> StateBox<S> {
    if semaphore.wait(timeout: .now() + patience) == .timedOut {
      onDelay()
      semaphore.wait()
    }
    // A loop, because Swift can't know that `signal` came after the answer was stored.
    while true {
      if let state = progress.withLock({ $0.answer }) { return state }
      semaphore.wait()
    }
  }

  /// Suspends the task until the state has been delivered.
  func value() async -> StateBox<S> {
    while true {
      if let state = progress.withLock({ $0.answer }) { return state }
      await unsafe withUnsafeContinuation { continuation in
        let isAnswered = progress.withLock { progress in
          if progress.answer != nil { return true }
          unsafe progress.continuation = continuation
          return false
        }
        if isAnswered { unsafe continuation.resume() }
      }
    }
  }
}

/// A copy of a state on the heap, so that a large one isn't moved through stack frames.
final class StateBox<S: State>: Sendable {
  let contents: VersionedState<S>

  init(_ contents: VersionedState<S>) { self.contents = contents }
}
