package import TraceReading

/// A task of Swift's concurrency, as far as the trace shows it.
///
/// Durations are in nanoseconds, points in time in nanoseconds since the Unix epoch.
package struct TaskRecord: Sendable {
  package enum State: Sendable, Equatable {
    /// It exists and nobody has asked it to run yet.
    case created
    /// It waits for a thread, or for its executor to be free.
    case ready
    /// It runs on a thread, an index into `TraceCatalog.threads`.
    case running(thread: Int)
    /// It waits for something else, which `pause` names.
    case suspended
    case ended
  }

  package enum Wait: Int, CaseIterable, Sendable {
    /// A thread of the pool.
    case pool
    /// An actor, the main one or one with an executor of its own.
    case executor
    case task
    case group
    /// A continuation, which is also what sleep, streams and yield wait for.
    case continuation
    case unknown
  }

  /// One wait, and for what.
  package struct LongestWait: Sendable {
    package let wait: Wait
    package let time: Int64
    /// The executor that it waited for, by its place in the recorder; `nil` if for something else.
    var log: Int?
    /// The tasks that ran on that executor meanwhile.
    package internal(set) var occupants = ExecutorLog.Occupants()
    /// What it waited for otherwise.
    package let pause: TraceTaskPause?
  }

  /// An index into `TraceCatalog.processes`.
  package let process: Int
  package let id: UInt64
  /// `nil` if the trace lacks its creation.
  package internal(set) var creation: TraceTaskCreation?
  /// When it was created, or else the first time it was seen.
  package internal(set) var begin: Int64
  package internal(set) var firstRun: Int64?
  package internal(set) var end: Int64?
  /// When its process ended or executed another program, if it hadn't ended before.
  package internal(set) var left: Int64?
  package internal(set) var state = State.created
  /// The begin of the present state.
  package internal(set) var since: Int64
  /// How often a thread took it.
  package internal(set) var runs = 0
  package internal(set) var running: Int64 = 0
  /// The executor that it ran on last; 0 for the pool.
  package internal(set) var executor: UInt64 = 0
  package internal(set) var isCancelled = false
  package internal(set) var priority: UInt8 = 0
  /// What it waits for, or waited for last.
  package internal(set) var pause: TraceTaskPause?
  /// The task of its process that woke it last; 0 for a thread that ran no task; `nil` if unknown.
  package internal(set) var wokenBy: UInt64?
  package internal(set) var longestWait: LongestWait?
  /// What the framework does in it; `nil` for a task of the program's own.
  package internal(set) var work: TaskWork?
  /// The task that dispatched that work; 0 for none.
  package internal(set) var dispatcher: UInt64 = 0
  /// How long of its wait for the pool no thread was free, as far as known.
  package internal(set) var starved: Int64 = 0
  /// How often it came to the main executor from elsewhere.
  package internal(set) var mainHops = 0

  private var waits = SIMD8<Int64>()
  /// The task beneath it on its thread, by its place in the recorder; -1 for none.
  var below: Int32 = -1
  /// The kind of its creation, by its place in the recorder.
  package internal(set) var creator: Int32 = -1
  /// Up to when observers know what it did.
  var told: Int64
  /// When it asked for ``executor``, until the trace says whether it got it.
  var requested: Int64?
  /// Whether it has asked to go on behind others.
  var isYielding = false
  /// Whether it has a thread of the pool.
  var isBusy = false
  /// The executor that it waits for, by its place in the recorder.
  var awaitedLog: Int?
  /// Whether it waits for the pool, as far as known before it runs.
  var isInPool = false
  /// The total starvation of the pool when it began to wait for it.
  var starvedBefore: Int64 = 0

  init(process: Int, id: UInt64, begin: Int64) {
    self.process = process
    self.id = id
    self.begin = begin
    since = begin
    told = begin
  }

  /// How long it has waited for something.
  package func time(waitingFor wait: Wait) -> Int64 { waits[wait.rawValue] }

  /// The task that it belongs under: the one that dispatched its work, or else created it; 0 for none.
  package var parent: UInt64 { dispatcher != 0 ? dispatcher : creation?.by ?? 0 }

  /// Whether the framework does something of a kind in it.
  package func does(_ kind: TaskWork.Kind) -> Bool { work.map { $0.kind == kind } ?? false }

  /// From its creation to its end; `nil` while it lives.
  package var life: Int64? { end.map { $0 - begin } }

  mutating func add(_ time: Int64, waitingFor wait: Wait) { waits[wait.rawValue] &+= time }
}

extension TaskRecord.Wait {
  /// What a pause waits for before it can run again.
  init(_ reason: TraceTaskPause.Reason) {
    switch reason {
    case .task: self = .task
    case .group: self = .group
    case .continuation: self = .continuation
    case .executor: self = .executor
    case .unknown: self = .unknown
    }
  }
}
