extension DispatchHandle {
  /// Handles the item again if it is rejected: its whole body, through all interceptors.
  ///
  ///     try await store.dispatch(Synchronize())
  ///       .retry(3, delay: .seconds(1)) { $0 is NetworkError }
  ///       .value
  ///
  /// Source: docs/semantics/store.md, K11.
  ///
  /// - Parameters:
  ///   - count: The maximum number of retries after the first try.
  ///   - delay: The time between a rejection and the next try, capped at a century.
  ///   - clock: Measures the delay.
  ///   - condition: Whether an error is worth another try.
  /// - Returns: A handle of the last try. Cancelling it cancels the running try and stops retrying.
  public func retry(
    _ count: Int,
    delay: Duration = .zero,
    clock: any Clock<Duration> = ContinuousClock(),
    if condition: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) -> DispatchHandle<Value> {
    guard let completion, count > 0 else { return self }
    let retrying = RetryingCompletion<Value>()
    retrying.begin(with: completion) {
      var current = completion
      var remaining = count
      while true {
        // The extraction asks for it, so only the last try's error can go unobserved.
        var onUnobserved: (@Sendable (any Error) -> Void)?
        do {
          try await current.waitOrCancel()
          onUnobserved = current.onUnobservedError
          return retrying.finish(with: try current.value(as: Value.self))
        } catch {
          guard remaining > 0, !Task.isCancelled, condition(error) else {
            return retrying.fail(error, onUnobserved: onUnobserved)
          }
          remaining -= 1
          current.recordRetry(attempt: count - remaining, delay: delay, error: error)
          if delay > .zero {
            do { try await clock.sleep(for: min(delay, .century)) } catch {
              return retrying.fail(error)
            }
          }
          guard let next = current.redispatched() else {
            return retrying.fail(error, onUnobserved: onUnobserved)
          }
          current = next
          retrying.proceed(with: next)
        }
      }
    }
    return DispatchHandle(retrying)
  }
}

extension Duration {
  /// Practically for ever, yet a clock can add it to any moment and count it in 64-bit nanoseconds.
  package static var century: Duration { .seconds(100 * 365 * 86_400) }
}

/// The outcome of several tries at one item.
final class RetryingCompletion<Value: Sendable>: Completion, @unchecked Sendable {
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`.

  private struct Progress {
    var task: Task<Void, Never>?
    var current: Completion?
    var isCancelled = false
    var value: Value?
  }

  private let progress = OrderedMutex(Progress())

  /// Runs the loop of tries in its own task.
  func begin(with first: Completion, loop: @escaping @Sendable () async -> Void) {
    proceed(with: first)
    let task = Task(operation: loop)
    let isCancelled = progress.withLock { progress in
      progress.task = task
      return progress.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Sets the running try.
  func proceed(with completion: Completion) {
    let isCancelled = progress.withLock { progress in
      progress.current = completion
      return progress.isCancelled
    }
    if isCancelled { completion.cancel() }
  }

  /// Resumes all waiting tasks with a value.
  func finish(with value: Value) {
    progress.withLock { $0.value = value }
    finish()
  }

  override var product: any Sendable { progress.withLock { $0.value } ?? () }

  override func cancel() {
    let (task, current) = progress.withLock { progress in
      progress.isCancelled = true
      return (progress.task, progress.current)
    }
    task?.cancel()
    current?.cancel()
  }

  override var endsWithAwaiters: Bool { true }

  /// Cancels only the loop: others may await the try that it awaits.
  override func endWithoutAwaiters() {
    let task = progress.withLock { $0.task }
    task?.cancel()
  }
}
