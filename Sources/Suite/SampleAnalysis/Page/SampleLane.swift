/// The data of one thread that a page draws, and adds up for any time.
///
/// Times are nanoseconds since the page's begin.
struct SampleLane: Sendable {
  /// Samples of one path at a time.
  struct Point: Sendable, Equatable {
    let time: Int64
    /// A node of ``SamplePaths``, -1 for an unknown stack.
    let node: Int32
    var count: UInt32
  }

  /// A time in one state, which lasts until the next begins.
  struct Piece: LanePiece, Sendable, Equatable {
    var begin: Int64
    let state: State
    /// For a wait; -1 for an unknown stack.
    let node: Int32

    func isLike(_ other: Piece) -> Bool { state == other.state && node == other.node }
  }

  /// What a thread does, and what it waits for.
  enum State: UInt8, Sendable, CaseIterable {
    case unknown, running, ready
    case waitingUnknown, lock, condition, sleep, inputOutput, child, other, stopped

    /// The word for it on the page.
    var name: String {
      switch self {
      case .unknown: "not known"
      case .running: "running"
      case .ready: "ready"
      case .waitingUnknown: "blocked, stack unknown"
      case .lock: "lock"
      case .condition: "condition"
      case .sleep: "sleep"
      case .inputOutput: "I/O"
      case .child: "child process"
      case .other: "other"
      case .stopped: "stopped"
      }
    }

    init(_ kind: WaitKind) {
      switch kind {
      case .lock: self = .lock
      case .condition: self = .condition
      case .sleep: self = .sleep
      case .inputOutput: self = .inputOutput
      case .child: self = .child
      case .other: self = .other
      case .stopped: self = .stopped
      }
    }
  }

  let name: String
  let isDrawn: Bool
  var points: [Point] = []
  var pieces: [Piece] = []
  /// The end of the last piece.
  var end: Int64 = 0

  /// Adds up the samples of one path in each step of time.
  ///
  /// - Parameter step: The length of a step, in nanoseconds.
  mutating func mergePoints(_ step: Int64) {
    var merged: [Point] = []
    var places: [Int32: Int] = [:]
    var current = Int64.min
    for point in points {
      if point.time / step != current {
        current = point.time / step
        places.removeAll(keepingCapacity: true)
      }
      if let place = places[point.node] {
        merged[place].count += point.count
      } else {
        places[point.node] = merged.count
        merged.append(point)
      }
    }
    points = merged
  }
}
