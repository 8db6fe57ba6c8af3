package import TraceReading

/// What an executor that runs one task at a time did: an actor, the main one, or one of the program's own.
package struct ExecutorLog: Sendable {
  private struct Stay {
    let creator: Int32
    let thread: Int32
    let task: UInt64
    let begin: Int64
    var end: Int64
  }

  /// The tasks that ran on an executor while another task waited for it.
  package struct Occupants: Sendable, Equatable {
    /// How many times a task ran there.
    package internal(set) var stays = 0
    /// Their total time.
    package internal(set) var time: Int64 = 0
    /// The kind of creation of the tasks that ran longest; -1 for none.
    package internal(set) var creator: Int32 = -1
    /// The longest run of one of these; `nil` for none.
    package internal(set) var longest: TaskStay?
    /// Whether more tasks ran there than are remembered.
    package internal(set) var isCut = false
  }

  /// How many stays are remembered.
  private static let capacity = 256

  package internal(set) var name: TraceSymbol?
  package internal(set) var isMain = false
  /// Whether it runs tasks in the pool, as actors without an executor of their own do.
  package internal(set) var isDefault = false
  /// How many times a task waited for it, and how long.
  package private(set) var waits: UInt64 = 0
  package private(set) var waiting: Int64 = 0
  package private(set) var longestWait: Int64 = 0
  package private(set) var longestWaiter: Int32 = -1
  package private(set) var longestOccupants = Occupants()
  /// How many times a task ran on it, and how long.
  package private(set) var runs: UInt64 = 0
  package private(set) var running: Int64 = 0
  /// How many tasks wait for it now, and the most that ever did.
  private(set) var waiters = 0
  package private(set) var mostWaiters = 0

  /// The tasks that have asked for it, by their places in the recorder, until it is known whether they got it.
  var askers: [Int32] = []
  /// Whether no task is known to run on it.
  var isFree: Bool { current == nil }

  /// The task that left it last, and when.
  private(set) var lastLeave: (task: UInt64, time: Int64)?

  private var stays: [Stay] = []
  private var next = 0
  private var current: Stay?

  init() {}

  /// Adds a run that begins, on a thread (an index into `TraceCatalog.threads`).
  mutating func enter(_ task: UInt64, creator: Int32, thread: Int, at time: Int64) {
    if let current { leave(current.task, at: time) }
    runs += 1
    current = Stay(
      creator: creator,
      thread: Int32(truncatingIfNeeded: thread),
      task: task,
      begin: time,
      end: time
    )
  }

  mutating func leave(_ task: UInt64, at time: Int64) {
    guard var stay = current, stay.task == task else { return }
    stay.end = time
    lastLeave = (task, time)
    running &+= time - stay.begin
    if stays.count < Self.capacity {
      stays.append(stay)
    } else {
      stays[next] = stay
      next = (next + 1) % Self.capacity
    }
    current = nil
  }

  /// Ends the run that goes on when the trace ends, or the process.
  mutating func finish(at time: Int64) {
    if let current { leave(current.task, at: time) }
  }

  mutating func addWaiter() {
    waiters += 1
    mostWaiters = max(mostWaiters, waiters)
  }

  mutating func removeWaiter() { waiters -= 1 }

  /// Adds a wait that has ended.
  ///
  /// - Parameters:
  ///   - begin: When it began.
  ///   - end: When it ended.
  ///   - creator: The kind of creation of the task that waited.
  ///   - known: The longest wait of this task so far: shorter waits need no occupants.
  /// - Returns: The tasks that ran there meanwhile; `nil` for a wait too short to look at.
  mutating func endWait(
    from begin: Int64,
    to end: Int64,
    creator: Int32,
    known: Int64
  ) -> Occupants? {
    let time = end - begin
    waits += 1
    waiting &+= time
    guard time > known || time > longestWait else { return nil }
    let occupants = occupants(from: begin, to: end)
    if time > longestWait {
      longestWait = time
      longestWaiter = creator
      longestOccupants = occupants
    }
    return occupants
  }

  /// The tasks that ran on it in a time.
  ///
  /// - Complexity: Proportional to the number of remembered stays.
  func occupants(from begin: Int64, to end: Int64) -> Occupants {
    var found = Occupants()
    var times: [Int32: Int64] = [:]
    var longest: [Int32: TaskStay] = [:]
    func add(_ stay: Stay, until last: Int64) {
      let part = TaskStay(
        thread: Int(stay.thread),
        begin: max(stay.begin, begin),
        end: min(last, end)
      )
      guard part.time > 0 else { return }
      found.stays += 1
      found.time &+= part.time
      times[stay.creator, default: 0] &+= part.time
      if part.time > longest[stay.creator]?.time ?? 0 { longest[stay.creator] = part }
    }
    for stay in stays { add(stay, until: stay.end) }
    if let current { add(current, until: end) }
    if let most = times.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) {
      found.creator = most.key
      found.longest = longest[most.key]
    }
    let oldest = stays.count < Self.capacity ? Int64.min : stays[next].begin
    found.isCut = oldest > begin
    return found
  }
}
