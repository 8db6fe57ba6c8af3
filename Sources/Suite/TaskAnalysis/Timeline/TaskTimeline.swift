import SampleAnalysis
import TraceReading

/// Keeps what the tasks of a trace did for a page.
///
/// Bounded, for a page that a browser can open: it keeps the tasks with the longest lives, of those in the window if there is one. The
/// tables of a report count all. Memory also grows with the tasks alive at a time.
package final class TaskTimeline: TaskObserver {
  /// How much a page holds.
  package struct Limits: Sendable {
    /// Tasks, 40 bytes of the page each.
    package var tasks = 100_000
    /// Pieces of what they did, 18 bytes of the page each.
    package var pieces = 500_000
    /// Pieces of one task before short ones are added up.
    package var piecesOfTask = 20_000

    package init() {}
  }

  /// A task of the page.
  struct Item: Sendable {
    let process: Int
    let id: UInt64
    var parent: UInt64 = 0
    var creator: Int32 = -1
    var name: TraceSymbol?
    var begin: Int64
    var end: Int64 = 0
    var hasEnded = false
    var isCancelled = false
    var pieces: [TaskPiece] = []
    /// The length of a step in which short pieces were added up; 0 for none.
    var step: Int64 = 0
    /// How often it came to the main executor, and from which of `hops`.
    var hopCount = 0
    var hops: [Int32] = []
    /// What it waits for at the end of the trace.
    var suspension: TaskReport.SuspendedKey?

    var life: Int64 { end - begin }

    func isOf(_ task: TaskRecord) -> Bool { id == task.id && process == task.process }
  }

  private let limits: Limits
  /// The time in which a task has to live, from the page's begin on; `nil` for any.
  let window: Range<Int64>?
  /// When the page begins, in nanoseconds since the Unix epoch.
  private var origin: Int64
  /// Living tasks, by their places in the recorder.
  private var open: [Item?] = []
  /// Ended tasks, in no order.
  private(set) var items: [Item] = []
  private var pieceCount = 0
  private(set) var calls = Places<TaskCall>()
  private(set) var hops = Places<TaskRecorder.Hop>()
  private(set) var pools: [Int: PoolCurve] = [:]
  /// How many tasks were left out; none of them lived longer than ``longestLeftOut``.
  private(set) var leftOutCount: UInt64 = 0
  private(set) var longestLeftOut: Int64 = 0
  /// How many tasks didn't live in the window.
  private(set) var outsideCount: UInt64 = 0

  /// Creates a timeline of the tasks of a recorder.
  ///
  /// - Parameters:
  ///   - limits: How much is kept.
  ///   - window: The time in which a task has to live, in nanoseconds from the page's begin on; `nil` for any.
  ///   - origin: When the page begins, in nanoseconds since the Unix epoch, if before the first event.
  package init(
    limits: Limits = Limits(),
    window: Range<Int64>? = nil,
    origin: Int64? = nil
  ) {
    self.limits = limits
    self.window = window
    self.origin = origin ?? .max
  }

  // MARK: Observing

  package func start(at time: Int64) { origin = min(origin, time) }

  package func take(_ stretch: TaskStretch, of task: TaskRecord, at place: Int) {
    while open.count <= place { open.append(nil) }
    // Tasks that wake others have stretches from before their creation was known, but no end.
    if open[place].map({ $0.isOf(task) }) != true {
      open[place] = Item(process: task.process, id: task.id, begin: stretch.begin)
    }
    let piece = piece(of: stretch, task)
    if case .running = stretch.activity { note(hopsOf: task, in: &open[place]) }
    if let last = open[place]?.pieces.last, last.isContinued(by: piece) { return }
    open[place]?.pieces.append(piece)
    if let count = open[place]?.pieces.count, count > limits.piecesOfTask {
      open[place]?.shorten(to: limits.piecesOfTask / 2, end: stretch.end)
    }
  }

  package func finish(_ task: TaskRecord, at place: Int) {
    var known: Item?
    if open.indices.contains(place) { swap(&known, &open[place]) }
    if let item = known, !item.isOf(task) { known = nil }
    // It may have come to the main executor with the last event of the trace.
    note(hopsOf: task, in: &known)
    var item = known ?? Item(process: task.process, id: task.id, begin: task.begin)
    item.parent = task.parent
    item.creator = task.creator
    item.name = task.creation?.name
    item.end = max(task.end ?? task.told, item.begin)
    item.hasEnded = task.end != nil
    item.isCancelled = task.isCancelled
    if !item.hasEnded { item.suspension = TaskReport.SuspendedKey(task) }
    if let window, item.begin - origin > window.upperBound || item.end - origin < window.lowerBound
    {
      outsideCount += 1
      return
    }
    guard leftOutCount == 0 || item.life >= longestLeftOut else {
      leftOutCount += 1
      return
    }
    items.append(item)
    pieceCount += item.pieces.count
    if items.count > 2 * limits.tasks || pieceCount > 2 * limits.pieces { keep(limits) }
  }

  package func change(_ pool: PoolMeter, process: Int, at time: Int64) {
    pools[process, default: PoolCurve()]
      .append(busy: pool.busy, waiting: pool.waiting, at: time)
  }

  private func piece(of stretch: TaskStretch, _ task: TaskRecord) -> TaskPiece {
    let ender = stretch.endedBy ?? TaskPiece.Link.unknown
    func piece(
      _ state: TaskPiece.State,
      detail: Int32 = -1,
      link: UInt64? = nil
    ) -> TaskPiece {
      TaskPiece(begin: stretch.begin, state: state, detail: detail, link: link ?? ender)
    }
    switch stretch.activity {
    case .created: return piece(.created)
    case .running(let thread, let executor):
      return piece(.running, detail: Int32(executor), link: UInt64(thread))
    case .beneath: return piece(.beneath)
    case .ready: return piece(.ready)
    case .awaitingExecutor(let executor): return piece(.executor, detail: Int32(executor))
    case .suspended(let pause):
      let state: TaskPiece.State =
        switch pause.reason {
        case .task: .task
        case .group: .group
        case .continuation: .continuation
        case .executor, .unknown: .unknown
        }
      return piece(state, detail: calls.place(of: TaskCall(pause, process: task.process)))
    }
  }

  /// Notes from where a task has come to the main executor, if it has.
  private func note(hopsOf task: TaskRecord, in item: inout Item?) {
    guard let known = item, known.hopCount != task.mainHops, let pause = task.pause else { return }
    item?.hopCount = task.mainHops
    let hop = TaskRecorder.Hop(process: task.process, caller: pause.caller, outer: pause.outer)
    let number = hops.place(of: hop)
    if !known.hops.contains(number) { item?.hops.append(number) }
  }

  // MARK: Bounds

  /// Keeps the tasks with the longest lives, as many as fit; called once more after the whole trace.
  func keep() { keep(limits) }

  private func keep(_ limits: Limits) {
    guard items.count > limits.tasks || pieceCount > limits.pieces else { return }
    items.sort { ($0.life, $1.begin, $1.id) > ($1.life, $0.begin, $0.id) }
    var (count, pieces) = (0, 0)
    while count < min(items.count, limits.tasks) {
      // A task with more than a fair share of pieces has its short ones added up instead.
      let most = max(limits.pieces / 64, 16)
      if items[count].pieces.count > most, pieces + items[count].pieces.count > limits.pieces {
        items[count].shorten(to: most, end: items[count].end)
      }
      guard pieces + items[count].pieces.count <= limits.pieces else { break }
      pieces += items[count].pieces.count
      count += 1
    }
    pieceCount = pieces
    guard count < items.count else { return }
    leftOutCount += UInt64(items.count - count)
    longestLeftOut = max(longestLeftOut, items[count].life)
    items.removeSubrange(count...)
  }
}

extension TaskTimeline.Item {
  /// Adds up short pieces until at most so many are left.
  mutating func shorten(to count: Int, end: Int64) {
    step = max(step, 1000)
    pieces = pieces.addedUp(in: step, until: end)
    while pieces.count > count, step / 4 <= end - begin {
      step *= 2
      pieces = pieces.addedUp(in: step, until: end)
    }
  }
}

extension TaskPiece {
  /// Whether the next piece only continues this one.
  fileprivate func isContinued(by next: TaskPiece) -> Bool {
    state == next.state && detail == next.detail && state == .running && link == next.link
  }
}
