import Dispatch

/// A thread or a task that waits for a copy of the state.
final class StateWaiter<S: State>: Sendable {
  // SAFETY: whoever puts the answer in resumes the continuation that it finds, and none is put in after.
  @safe
  private struct Progress {
    var answer: StateBox<S>?
    var continuation: UnsafeContinuation<Void, Never>?
  }

  private let progress = OrderedMutex(Progress())
  private let semaphore = DispatchSemaphore(value: 0)

  /// Hands over the state and wakes whoever waits.
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

  /// Blocks the thread until the state has been handed over.
  ///
  /// - Parameters:
  ///   - patience: After how long `onDelay` is called, once.
  ///   - onDelay: Tells somebody.
  /// - Returns: The state.
  func wait(patience: DispatchTimeInterval, onDelay: () -> Void) -> StateBox<S> {
    if semaphore.wait(timeout: .now() + patience) == .timedOut {
      onDelay()
      semaphore.wait()
    }
    // A loop, because Swift can't know that `signal` came after the answer was there.
    while true {
      if let state = progress.withLock({ $0.answer }) { return state }
      semaphore.wait()
    }
  }

  /// Suspends the task until the state has been handed over.
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

/// A copy of a state in the heap, so that a large one isn't moved through the frames of a stack.
final class StateBox<S: State>: Sendable {
  let contents: VersionedState<S>

  init(_ contents: VersionedState<S>) { self.contents = contents }
}
