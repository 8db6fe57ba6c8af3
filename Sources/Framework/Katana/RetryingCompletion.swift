/// The outcome of several tries at one item.
final class RetryingCompletion<Value: Sendable>: ValueCompletion<Value>, @unchecked Sendable {
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`.

  private struct Progress {
    var task: Task<Void, Never>?
    var current: Completion?
    var isCancelled = false
  }

  private let progress = OrderedMutex(Progress())

  /// Runs the loop of tries in a task of its own.
  func begin(with first: Completion, loop: @escaping @Sendable () async -> Void) {
    proceed(with: first)
    let task = Task(operation: loop)
    let isCancelled = progress.withLock { progress in
      progress.task = task
      return progress.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Notes the try that runs.
  func proceed(with completion: Completion) {
    let isCancelled = progress.withLock { progress in
      progress.current = completion
      return progress.isCancelled
    }
    if isCancelled { completion.cancel() }
  }

  override func cancel() {
    let (task, current) = progress.withLock { progress in
      progress.isCancelled = true
      return (progress.task, progress.current)
    }
    task?.cancel()
    current?.cancel()
  }

  override var endsWithAwaiters: Bool { true }

  /// Cancels the loop alone: the try that it awaits may have other awaiters.
  override func endWithoutAwaiters() {
    let task = progress.withLock { $0.task }
    task?.cancel()
  }
}
