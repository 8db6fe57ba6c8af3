import TaskAnalysis
import TraceReading

/// Creates the tracks of what tasks do, for any format.
///
/// 1. The framework says what a task is only after it has run for a while: so its track is written when it has ended, or has done many
///    things.
/// 2. An arrow leads from the moment of a task's creation or wake-up to its next run.
/// 3. The runtime's events of executors may be some nanoseconds late: where stays overlap, the later one is kept whole.
final class TaskTracks: TaskObserver {
  private typealias Key = InProcess<Int, UInt64>

  /// A part of a task that waits for its track to begin.
  private enum Pending {
    case slice(TaskSlice)
    case moment(TaskMoment)
  }

  private struct Track {
    var shown: ShownTask?
    var pending: [Pending] = []
    /// The arrows that end at its next run.
    var flows: [UInt64] = []
    var end: Int64?
  }

  /// The last stays on an executor.
  private struct Stays {
    var begin = Int64.min
    var end = Int64.min
    /// The end of the stay before.
    var earlier = Int64.min
  }

  /// The maximum of parts that wait for a track to begin.
  private static let mostPending = 64
  /// How many ended tasks are remembered, because the wake-up of another one may be reported only when that runs.
  private static let remembered = 4096
  /// The first number of these arrows, beyond those of intervals.
  private static let firstFlow: UInt64 = 1 << 63

  private let output: any TaskTrackWriter
  /// Set while the trace is read.
  var titles: TaskTitles?
  private var tracks: [Key: Track] = [:]
  private var ended: [Key] = []
  private var nextEnded = 0
  private var stays: [Int: Stays] = [:]
  /// The number of tasks that wait for each executor, and for all executors with one title.
  private var waiters: [Int: Int] = [:]
  private var lines: [InProcess<Int, String>: Int] = [:]
  private var flowCount: UInt64 = 0
  /// The number of slices.
  private(set) var count = 0

  init(output: any TaskTrackWriter) { self.output = output }

  func create(_ task: TaskRecord, at time: Int64) {
    var track = tracks.removeValue(forKey: key(task)) ?? Track()
    // The main task lasts as long as its program, and so may its first run.
    if task.creation?.kind == .main { begin(&track, task) }
    if let creator = task.creation?.by, let flow = write(.creates, task, by: creator, at: time) {
      track.flows.append(flow)
    }
    tracks[key(task)] = track
  }

  func wake(_ task: TaskRecord, onThread thread: Int, at time: Int64) {
    let moment = TaskMoment(kind: .wakes, other: task.id, flow: nextFlow(), time: time)
    output.write(moment, ofThread: thread)
    tracks[key(task), default: Track()].flows.append(moment.flow)
  }

  func take(_ stretch: TaskStretch, of task: TaskRecord, at place: Int) {
    let key = key(task)
    count += 1
    var slice = TaskSlice(
      title: titles?.title(of: stretch.activity, process: task.process) ?? "",
      state: stretch.activity.state,
      begin: stretch.begin,
      end: stretch.end
    )
    slice.endedBy = stretch.endedBy
    let flow = stretch.endedBy.flatMap { waker in
      let isExecutor = if case .awaitingExecutor = stretch.activity { true } else { false }
      return write(isExecutor ? .makesWay : .wakes, task, by: waker, at: stretch.end)
    }
    var track = tracks.removeValue(forKey: key) ?? Track()
    if let flow { track.flows.append(flow) }
    if case .running(let thread, let executor) = stretch.activity {
      slice.thread = thread
      slice.flows = track.flows
      track.flows = []
      if executor >= 0 { stay(of: task, on: executor, stretch) }
    }
    if let shown = track.shown {
      output.write(slice, of: shown)
    } else {
      track.pending.append(.slice(slice))
      if track.pending.count >= Self.mostPending { begin(&track, task) }
    }
    tracks[key] = track
  }

  func finish(_ task: TaskRecord, at place: Int) {
    let key = key(task)
    var track = tracks.removeValue(forKey: key) ?? Track()
    if track.shown == nil { begin(&track, task) }
    guard let shown = track.shown else { return }
    output.end(shown, at: task.end)
    guard task.end != nil else { return }
    track.end = task.end
    tracks[key] = track
    guard ended.count == Self.remembered else { return ended.append(key) }
    if let old = tracks.removeValue(forKey: ended[nextEnded])?.shown { output.forget(old) }
    ended[nextEnded] = key
    nextEnded = (nextEnded + 1) % Self.remembered
  }

  func changeWaiters(of executor: Int, to count: Int, at time: Int64) {
    guard let process = titles?.process(ofExecutor: executor),
      let title = titles?.title(ofExecutor: executor)
    else { return }
    // Actors of one type share a line, as they share a row in the report.
    let line = InProcess(process: process, id: title)
    let sum = (lines[line] ?? 0) + count - (waiters[executor] ?? 0)
    waiters[executor] = count
    lines[line] = sum
    output.writeCounter("waiting for \(title)", of: process, value: Int64(sum), at: time)
  }

  func change(_ pool: PoolMeter, process: Int, at time: Int64) {
    output.writeCounter("pool: busy threads", of: process, value: Int64(pool.busy), at: time)
    output.writeCounter("pool: waiting tasks", of: process, value: Int64(pool.waiting), at: time)
  }

  private func key(_ task: TaskRecord) -> Key { Key(process: task.process, id: task.id) }

  private func nextFlow() -> UInt64 {
    flowCount += 1
    return Self.firstFlow + flowCount
  }

  private func begin(_ track: inout Track, _ task: TaskRecord) {
    let shown = ShownTask(
      process: task.process,
      id: task.id,
      title: titles?.title(of: task) ?? "",
      creator: titles?.creator(of: task) ?? "",
      parent: task.parent,
      priority: task.priority,
      begin: task.begin
    )
    track.shown = shown
    output.begin(shown)
    for pending in track.pending {
      switch pending {
      case .slice(let slice): output.write(slice, of: shown)
      case .moment(let moment): output.write(moment, of: shown)
      }
    }
    track.pending = []
  }

  /// Writes what a task did to another one.
  ///
  /// - Returns: The arrow; `nil` if the task isn't known, as one of the runtime's own.
  private func write(
    _ kind: TaskMoment.Kind,
    _ other: TaskRecord,
    by task: UInt64,
    at time: Int64
  ) -> UInt64? {
    guard let index = tracks.index(forKey: Key(process: other.process, id: task)) else {
      return nil
    }
    let end = tracks.values[index].end ?? time
    let flow = nextFlow()
    let moment = TaskMoment(kind: kind, other: other.id, flow: flow, time: min(time, end))
    if let shown = tracks.values[index].shown {
      output.write(moment, of: shown)
    } else {
      tracks.values[index].pending.append(.moment(moment))
    }
    return flow
  }

  private func stay(of task: TaskRecord, on executor: Int, _ stretch: TaskStretch) {
    var last = stays[executor] ?? Stays()
    var (begin, end) = (stretch.begin, stretch.end)
    if begin < last.begin {
      (begin, end) = (max(begin, last.earlier), min(end, last.begin))
      last.earlier = max(last.earlier, end)
    } else {
      begin = max(begin, last.end)
      last = Stays(begin: begin, end: max(end, begin), earlier: last.end)
    }
    stays[executor] = last
    guard begin < end else { return }
    output.write(
      ExecutorStay(
        process: task.process,
        executor: executor,
        executorTitle: titles?.title(ofExecutor: executor) ?? "",
        task: task.id,
        title: titles?.title(of: task) ?? "",
        begin: begin,
        end: end
      )
    )
  }
}
