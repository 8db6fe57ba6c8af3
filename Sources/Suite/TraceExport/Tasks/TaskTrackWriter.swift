import TaskAnalysis

/// Writes what tasks do, in one format.
///
/// Everything about a task comes between its ``begin(_:)`` and its ``end(_:at:)``, with slices in the order of time; moments may come until
/// ``forget(_:)``.
protocol TaskTrackWriter: AnyObject {
  func begin(_ task: ShownTask)

  func write(_ slice: TaskSlice, of task: ShownTask)

  /// A moment from which an arrow leads to the slice with the same flow.
  func write(_ moment: TaskMoment, of task: ShownTask)

  /// The same, for a thread that ran no task, an index into `TraceCatalog.threads`.
  func write(_ moment: TaskMoment, ofThread thread: Int)

  /// A task has ended; one that never did has no time.
  func end(_ task: ShownTask, at time: Int64?)

  /// No more moments of an ended task will come.
  func forget(_ task: ShownTask)

  /// A task ran on an executor; stays on one executor don't overlap.
  func write(_ stay: ExecutorStay)

  /// A number of a process has a new value.
  func writeCounter(_ name: String, of process: Int, value: Int64, at time: Int64)
}

/// A task that has a track.
struct ShownTask {
  /// An index into `TraceCatalog.processes`.
  let process: Int
  let id: UInt64
  let title: String
  /// The title of all tasks of its creator.
  let creator: String
  /// The task that it belongs under; 0 for none.
  let parent: UInt64
  let priority: UInt8
  let begin: Int64
}

/// One activity of a task.
struct TaskSlice {
  let title: String
  /// One word, for colors.
  let state: String
  let begin: Int64
  let end: Int64
  /// The thread that it ran on, an index into `TraceCatalog.threads`.
  var thread: Int?
  /// The task that ended it, if known; 0 for a thread that ran no task.
  var endedBy: UInt64?
  /// The arrows that end at it.
  var flows: [UInt64] = []
}

/// What a task did to another one.
struct TaskMoment {
  enum Kind: String {
    case creates, wakes
    /// It leaves an executor that the other one waits for.
    case makesWay = "makes way for"
  }

  let kind: Kind
  let other: UInt64
  let flow: UInt64
  let time: Int64

  var title: String { "\(kind.rawValue) #\(other)" }
}

/// How long a task ran on an executor.
struct ExecutorStay {
  let process: Int
  /// The place of the executor among all.
  let executor: Int
  let executorTitle: String
  let task: UInt64
  let title: String
  let begin: Int64
  let end: Int64
}
