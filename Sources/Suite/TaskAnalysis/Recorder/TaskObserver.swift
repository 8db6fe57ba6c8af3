package import TraceAnalysis
package import TraceReading

/// Gets what each task did, stretch after stretch, and how full the pools were.
///
/// Called on the thread that reads the trace, during the reading.
package protocol TaskObserver: AnyObject {
  /// The trace begins; called before anything else.
  func start(at time: Int64)

  /// A task did one thing for some time. Its stretches come in order and without gaps; empty ones are left out.
  ///
  /// - Parameters:
  ///   - stretch: What it did.
  ///   - task: The task, at the end of the stretch.
  ///   - place: Its place in the recorder, which another task gets after its end.
  func take(_ stretch: TaskStretch, of task: TaskRecord, at place: Int)

  /// A task has ended, or the trace has while it lived. Each task comes once, except those that the runtime uses to wake others.
  func finish(_ task: TaskRecord, at place: Int)

  /// A task was created, and how is known.
  func create(_ task: TaskRecord, at time: Int64)

  /// A task began an interval.
  func begin(_ interval: TraceIntervalID, in task: TaskRecord, at place: Int, time: Int64)

  /// An interval that a task began has ended, and the task may be at anything since its last stretch.
  func end(_ interval: TraceIntervalID, in task: TaskRecord, at place: Int, time: Int64)

  /// A thread that ran no task (an index into `TraceCatalog.threads`) woke a task that waited for something.
  func wake(_ task: TaskRecord, onThread thread: Int, at time: Int64)

  /// The number of tasks that wait for an executor (its place in the recorder) has changed.
  func changeWaiters(of executor: Int, to count: Int, at time: Int64)

  /// The pool of a process has changed.
  func change(_ pool: PoolMeter, process: Int, at time: Int64)
}

/// By default observers ignore everything.
extension TaskObserver {
  package func start(at time: Int64) {}
  package func create(_ task: TaskRecord, at time: Int64) {}
  package func begin(
    _ interval: TraceIntervalID,
    in task: TaskRecord,
    at place: Int,
    time: Int64
  ) {}
  package func end(_ interval: TraceIntervalID, in task: TaskRecord, at place: Int, time: Int64) {}
  package func wake(_ task: TaskRecord, onThread thread: Int, at time: Int64) {}
  package func changeWaiters(of executor: Int, to count: Int, at time: Int64) {}
  package func finish(_ task: TaskRecord, at place: Int) {}
  package func change(_ pool: PoolMeter, process: Int, at time: Int64) {}
}

/// A task on a thread for some time.
package struct TaskStay: Sendable, Equatable {
  /// An index into `TraceCatalog.threads`.
  package let thread: Int
  /// In nanoseconds since the Unix epoch.
  package let begin: Int64
  package let end: Int64

  package var time: Int64 { end &- begin }
}

/// What a task did for some time.
package struct TaskStretch: Sendable {
  package enum Activity: Sendable, Equatable {
    /// It existed, and nobody had asked it to run.
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
  /// The task that ended it or left the executor last, of the same process; 0 for a thread that ran no task; `nil` if unknown.
  package let endedBy: UInt64?
  /// The creator of the task that it waited for; in a wait of a millisecond or more of those that ran longest on the executor, or of the one
  /// that kept a thread of the pool; -1 if unknown.
  package let other: Int32
  /// The longest time for which a task of that creator kept what it waited for, within the wait; `nil` if unknown.
  package let stay: TaskStay?
  /// Whether no thread of the pool was free for most of a wait for one.
  package let isStarved: Bool
}
