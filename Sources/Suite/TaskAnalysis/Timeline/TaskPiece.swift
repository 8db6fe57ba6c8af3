import SampleAnalysis

/// What a task of a page did until its next piece begins, or until its end.
struct TaskPiece: LanePiece, Sendable, Equatable {
  enum State: UInt8, Sendable, CaseIterable {
    case created, running, beneath, ready, executor, task, group, continuation, unknown

    /// The word for it on the page.
    var name: String {
      switch self {
      case .created: "not asked to run"
      case .running: "running"
      case .beneath: "running another task within it"
      case .ready: "ready, waits for a thread"
      case .executor: "waits for an actor"
      case .task: "suspended, waits for a task"
      case .group: "suspended, waits for a group"
      case .continuation: "suspended, waits for a continuation"
      case .unknown: "suspended, waits for something else"
      }
    }
  }

  /// What ended a piece, if not a task.
  enum Link {
    /// Nobody is known.
    static let unknown = UInt64.max
    /// A thread that ran no task.
    static let thread: UInt64 = 0
  }

  var begin: Int64
  let state: State
  /// The place of an executor in the recorder, or of the call in `TaskTimeline.calls`; -1 for none.
  let detail: Int32
  /// If running, the thread, an index into `TraceCatalog.threads`; otherwise the id of the task that ended the piece.
  let link: UInt64

  func isLike(_ other: TaskPiece) -> Bool { state == other.state && detail == other.detail }
}
