package import TraceReading

/// Is told what each task did, one stretch of time behind the other, and how full the pools were.
///
/// On the thread that reads the trace, while that is read.
package protocol TaskObserver: AnyObject {
  /// Is told when the trace begins, before anything else.
  func start(at time: Int64)

  /// A task did one thing for some time. Its stretches come in order and without gaps; those of no length are left out.
  ///
  /// - Parameters:
  ///   - stretch: What it did.
  ///   - task: The task, at the end of that.
  ///   - place: Its place in the recorder, which is another's once it has ended.
  func take(_ stretch: TaskStretch, of task: TaskRecord, at place: Int)

  /// A task has ended, or, still alive, the trace has. Each task comes once, but those by which the runtime wakes others don't.
  func finish(_ task: TaskRecord, at place: Int)

  /// A task came into being, and it is known how.
  func create(_ task: TaskRecord, at time: Int64)

  /// A task that waited for something was woken by a thread that ran no task, an index into `TraceCatalog.threads`.
  func wake(_ task: TaskRecord, onThread thread: Int, at time: Int64)

  /// How many tasks wait for an executor, by its place in the recorder, has changed.
  func changeWaiters(of executor: Int, to count: Int, at time: Int64)

  /// The pool of a process has changed.
  func change(_ pool: PoolMeter, process: Int, at time: Int64)
}

/// By default no note is taken.
extension TaskObserver {
  package func start(at time: Int64) {}
  package func create(_ task: TaskRecord, at time: Int64) {}
  package func wake(_ task: TaskRecord, onThread thread: Int, at time: Int64) {}
  package func changeWaiters(of executor: Int, to count: Int, at time: Int64) {}
  package func finish(_ task: TaskRecord, at place: Int) {}
  package func change(_ pool: PoolMeter, process: Int, at time: Int64) {}
}

/// What a task did for some time.
package struct TaskStretch: Sendable {
  package enum Activity: Sendable, Equatable {
    /// It was there, and nobody has asked it to run.
    case created
    /// It ran on a thread (an index into `TraceCatalog.threads`), on an executor (its place in the recorder), -1 for the pool.
    case running(thread: Int, executor: Int)
    /// It was on its thread, which ran another task within it.
    case beneath
    /// It waited for a thread of the pool.
    case ready
    /// It waited for an executor.
    case awaitingExecutor(Int)
    /// It waited for something else.
    case suspended(TraceTaskPause)
  }

  package let activity: Activity
  /// In nanoseconds since the Unix epoch.
  package let begin: Int64
  package let end: Int64
  /// Who ended it, or has left the executor last: a task of the same process, 0 for a thread that ran none; `nil` where it isn't known.
  package let endedBy: UInt64?
}
