import TraceReading

/// What a task waited for while it had an interval.
struct TaskWait: Hashable, Sendable {
  let kind: TaskRecord.Wait
  /// The executor, by its place in the recorder; `nil` for something else.
  var executor: Int?
  var call: TaskCall?
  /// Whose tasks it waited for, as in `TaskStretch`.
  let other: Int32
  /// Whether no thread of the pool was free.
  let isStarved: Bool

  init(_ stretch: TaskStretch, process: Int) {
    other = stretch.other
    isStarved = stretch.isStarved
    switch stretch.activity {
    case .created, .ready: kind = .pool
    // On its thread, in another task.
    case .running, .beneath: kind = .task
    case .awaitingExecutor(let executor):
      kind = .executor
      self.executor = executor
    case .suspended(let pause):
      kind = TaskRecord.Wait(pause.reason)
      call = TaskCall(pause, process: process)
    }
  }
}
