package import SuiteErrors
import TraceReading

/// The titles of tasks, of what they do and of executors, as tracks show them.
///
/// Titles are made during the reading: they use what the trace has said so far.
package struct TaskTitles {
  private struct Wait: Hashable {
    let reason: TraceTaskPause.Reason
    let call: TaskCall
  }

  private let namer: TaskNamer
  private var creators: [Int32: String] = [:]
  private var waits: [Wait: String] = [:]

  /// Creates the titles for a trace.
  ///
  /// - Throws: `SuiteError` if the names of functions can't be read.
  package init(_ recorder: TaskRecorder, inTrace directory: String) throws(SuiteError) {
    namer = TaskNamer(recorder, try TaskSymbols(inTrace: directory))
  }

  /// All tasks of one creator: `task of load()`, `side effect "Fetch"`.
  package mutating func creator(of task: TaskRecord) -> String {
    if let title = creators[task.creator] { return title }
    let title = namer.creator(task.creator)
    creators[task.creator] = title
    return title
  }

  /// A task: its creator's title and its id.
  package mutating func title(of task: TaskRecord) -> String { "\(creator(of: task)) #\(task.id)" }

  /// What a task does.
  package mutating func title(of activity: TaskStretch.Activity, process: Int) -> String {
    switch activity {
    case .created: return "created"
    case .beneath: return "its thread runs another task"
    case .ready: return "waits for a thread"
    case .awaitingExecutor(let executor): return "waits for \(title(ofExecutor: executor))"
    case .running(let thread, _):
      let id = namer.recorder.catalog.threads[thread].threadID
      return id.map { "runs on thread \($0)" } ?? "runs"
    case .suspended(let pause):
      let wait = Wait(reason: pause.reason, call: TaskCall(pause, process: process))
      if let title = waits[wait] { return title }
      let title = "waits for \(namer.object(of: pause, process: process))"
      waits[wait] = title
      return title
    }
  }

  /// The type of an executor, by its place in the recorder; `MainActor` for the main one.
  package func title(ofExecutor executor: Int) -> String {
    namer.executor(namer.recorder.executors[executor])
  }

  /// The process of an executor, an index into `TraceCatalog.processes`.
  package func process(ofExecutor executor: Int) -> Int {
    namer.recorder.executorKeys[executor].process
  }
}

extension TaskStretch.Activity {
  /// What a task does in a word, for colors: `created`, `ready`, `waiting` (for an executor), `running`, `beneath` (another task) or
  /// `suspended`.
  package var state: String {
    switch self {
    case .created: "created"
    case .beneath: "beneath"
    case .ready: "ready"
    case .awaitingExecutor: "waiting"
    case .running: "running"
    case .suspended: "suspended"
    }
  }
}
