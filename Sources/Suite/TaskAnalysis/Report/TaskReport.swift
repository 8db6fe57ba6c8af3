package import SampleAnalysis

/// What the tasks of a trace did, as numbers.
///
/// Units: all times are in nanoseconds.
package struct TaskReport: Sendable, Codable, Equatable {
  /// How long tasks waited, by what for.
  package struct Waits: Sendable, Codable, Equatable {
    /// For a thread of the pool.
    package var pool: Int64
    /// For an actor, including the main one, or an executor of the program's own.
    package var executor: Int64
    package var task: Int64
    package var group: Int64
    /// For a continuation, which includes sleep, streams and yield.
    package var continuation: Int64
    package var unknown: Int64
  }

  /// A function of a program.
  package struct Place: Sendable, Codable, Equatable {
    package var function: String
    /// Empty, and 0, if unknown.
    package var file: String
    package var line: Int

    /// The function, with the line.
    var text: String { SourceLine.text(function, at: SourceLine(file: file, line: line)) }
  }

  /// The tasks that one place created.
  package struct Creator: Sendable, Codable, Equatable {
    package var process: String
    /// `task`, `detached`, `group`, `async let`, `main`, `immediate` or `unknown`; for the framework's `side effect`, `router pass` or
    /// `UI flush`.
    package var kind: String
    /// The function that creates them; `nil` if unknown, and for the framework's.
    package var place: Place?
    /// The function that they run; `nil` if it is the same or unknown.
    package var body: Place?
    /// The name of all tasks; for the framework's the side effect or the root of the tree; empty if they have none or several.
    package var name: String
    package var created: UInt64
    package var ended: UInt64
    package var cancelled: UInt64
    package var running: Int64
    package var waits: Waits
    /// From creation to end, all together and the longest.
    package var life: Int64
    package var longestLife: Int64
  }

  /// An executor: all actors of a type, or all other executors of a type.
  package struct Executor: Sendable, Codable, Equatable {
    package var process: String
    package var name: String
    package var isMain: Bool
    /// The number of executors.
    package var instances: Int
    package var runs: UInt64
    package var running: Int64
    package var waits: UInt64
    package var waiting: Int64
    package var longestWait: Int64
    /// The most tasks that waited for one of them at a time.
    package var mostWaiters: Int
    /// The task that waited longest, and whose tasks ran there meanwhile, how often and how long.
    package var longestWaiter: String
    package var occupant: String
    package var occupantStays: Int
    package var occupantTime: Int64
  }

  /// The pool of a process.
  package struct Pool: Sendable, Codable, Equatable {
    package var process: String
    /// The maximum of threads for each priority: the machine's processors; 0 if unknown.
    package var threads: Int
    /// The most that were busy at a time.
    package var mostBusy: Int
    /// Over all threads.
    package var busyTime: Int64
    package var waits: UInt64
    package var waitingTime: Int64
    package var longestWait: Int64
    package var mostWaiting: Int
    /// While tasks waited and as many threads were busy as the machine has processors.
    package var starvedTime: Int64
    package var longestStarved: Int64
  }

  /// Tasks that wait for the same thing when the trace ends.
  package struct Suspended: Sendable, Codable, Equatable {
    package var process: String
    package var count: Int
    /// The call that they wait in: `Task.value`, `AsyncStream.Iterator.next()` and so on; `nil` for none.
    package var call: String?
    /// `task`, `group`, `continuation`, `executor`, `thread` or `unknown`.
    package var waitsFor: String
    /// The function that waits.
    package var place: Place?
    package var creator: String
    /// The longest wait, until the end of the trace.
    package var longest: Int64
  }

  /// A place from which tasks came to the main executor.
  package struct MainHop: Sendable, Codable, Equatable {
    package var process: String
    package var place: Place?
    package var count: UInt64
    /// How long they waited for it.
    package var waiting: Int64
  }

  /// Intervals that tasks of one creator began.
  package struct Interval: Sendable, Codable, Equatable {
    package var kind: String
    package var name: String
    package var creator: String
    package var count: UInt64
    package var total: Int64
  }

  /// One of the slowest tasks.
  package struct Slow: Sendable, Codable, Equatable {
    package var process: String
    package var id: UInt64
    package var creator: String
    package var life: Int64
    package var running: Int64
    package var waits: Waits
    package var hasEnded: Bool
    package var sentence: String
  }

  package var created: UInt64
  package var ended: UInt64
  /// Created, run and ended within the trace.
  package var matched: UInt64
  /// Tasks that did something, but whose creation isn't in the trace.
  package var strangers: UInt64
  /// At the end of the trace: tasks that ran, that waited for a thread or executor, and that waited for something else.
  package var runningAtEnd: Int
  package var readyAtEnd: Int
  package var suspendedAtEnd: Int
  /// Why nothing is known about a process, a line each.
  package var problems: [String]
  /// Sorted by the total life of their tasks, the largest first.
  package var creators: [Creator]
  /// Sorted by the time waited for them, the longest first.
  package var executors: [Executor]
  package var pools: [Pool]
  package var suspended: [Suspended]
  package var mainHops: [MainHop]
  package var intervals: [Interval]
  /// The longest first, without the main task.
  package var slowest: [Slow]
  /// Why intervals that tasks began took so long; `nil` if samples tell that, too.
  package var intervalReasons: IntervalReasons?
  /// What ran in tasks; `nil` if nothing was sampled.
  package var samples: Samples?
}
