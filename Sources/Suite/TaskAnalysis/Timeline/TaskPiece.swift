/// What a task of a page did for some time, which lasts until its next piece begins, or until its end.
struct TaskPiece: Sendable, Equatable {
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

  /// What a piece was ended by that isn't a task.
  enum Link {
    /// In place of a task: nobody is known.
    static let unknown = UInt64.max
    /// A thread that ran no task.
    static let thread: UInt64 = 0
  }

  var begin: Int64
  let state: State
  /// The place of an executor in the recorder, or of what was called in ``TaskTimeline/calls``; -1 for none.
  let detail: Int32
  /// The thread of one that runs, an index into `TraceCatalog.threads`; of others the id of the task by which they were ended.
  let link: UInt64

  /// Adds up the short pieces of one state and detail in each step of time, one behind the other.
  ///
  /// - Parameters:
  ///   - pieces: Those of a task.
  ///   - end: Its end.
  ///   - step: How long a step is, in nanoseconds; what lasts as long stays as it is.
  /// - Returns: Pieces with the same sums.
  static func merged(_ pieces: [TaskPiece], end: Int64, step: Int64) -> [TaskPiece] {
    var merged: [TaskPiece] = []
    var sums: [(piece: TaskPiece, length: Int64)] = []
    func flush() {
      guard let first = sums.first else { return }
      var begin = first.piece.begin
      for (var piece, length) in sums {
        piece.begin = begin
        merged.append(piece)
        begin += length
      }
      sums.removeAll(keepingCapacity: true)
    }
    for (index, piece) in pieces.enumerated() {
      let length = (index + 1 < pieces.count ? pieces[index + 1].begin : end) - piece.begin
      if let first = sums.first, length >= step || piece.begin / step != first.piece.begin / step {
        flush()
      }
      if length >= step {
        merged.append(piece)
      } else if let place = sums.firstIndex(where: {
        $0.piece.state == piece.state && $0.piece.detail == piece.detail
      }) {
        sums[place].length += length
      } else {
        sums.append((piece, length))
      }
    }
    flush()
    return merged
  }
}
