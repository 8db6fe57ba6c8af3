import TaskAnalysis

/// Writes what tasks do into a Perfetto trace.
///
/// Each process has a group of lanes for tasks, one for the tasks of each creator, which the viewer shows as one track where they don't
/// overlap; and one of tracks for executors, one each. A slice is a task, with what it did as slices in it; arrows lead from whoever
/// created or woke it.
final class PerfettoTasks: TaskTrackWriter {
  private struct Key: Hashable {
    let process: Int
    let id: UInt64
  }

  private struct LaneKey: Hashable {
    let process: Int
    let creator: String
  }

  /// A lane that nothing is on, and since when.
  private typealias FreeLane = (track: UInt64, since: Int64)

  private let packets: PerfettoPackets
  private let tracks: PerfettoTracks
  /// The process ids and threads of the writer.
  private let processID: (Int) -> Int64
  private let threadTrack: (Int) -> UInt64
  private let threadID: (Int) -> Int64?
  private var taskTracks: [Key: UInt64] = [:]
  private var groups: [Int: UInt64] = [:]
  private var executorGroups: [Int: UInt64] = [:]
  private var executorTracks: [Int: UInt64] = [:]
  /// In the order in which they have become free.
  private var free: [LaneKey: ArraySlice<FreeLane>] = [:]

  init(
    _ packets: PerfettoPackets,
    _ tracks: PerfettoTracks,
    processID: @escaping (Int) -> Int64,
    threadTrack: @escaping (Int) -> UInt64,
    threadID: @escaping (Int) -> Int64?
  ) {
    self.packets = packets
    self.tracks = tracks
    self.processID = processID
    self.threadTrack = threadTrack
    self.threadID = threadID
  }

  func begin(_ task: ShownTask) {
    let track = lane(for: task)
    taskTracks[Key(process: task.process, id: task.id)] = track
    var event = PerfettoEvent(.begin, on: track)
    event.setName(task.title)
    event.setCategory("task")
    event.add("task", task.id)
    if task.parent != 0 { event.add("parent", task.parent) }
    event.add("priority", Int64(task.priority))
    packets.write(.trackEvent, event.message, at: task.begin)
  }

  func write(_ slice: TaskSlice, of task: ShownTask) {
    guard let track = track(of: task) else { return }
    var event = PerfettoEvent(.begin, on: track)
    event.setName(packets.number(ofName: slice.title))
    event.setCategory(slice.state)
    for flow in slice.flows { event.endFlow(flow) }
    if let thread = slice.thread.flatMap(threadID) { event.add("thread", thread) }
    if let other = slice.endedBy { event.add("ended by", other) }
    packets.write(.trackEvent, event.message, at: slice.begin)
    packets.write(.trackEvent, PerfettoEvent(.end, on: track).message, at: slice.end)
  }

  func write(_ moment: TaskMoment, of task: ShownTask) {
    guard let track = track(of: task) else { return }
    write(moment, on: track)
  }

  func write(_ moment: TaskMoment, ofThread thread: Int) { write(moment, on: threadTrack(thread)) }

  private func write(_ moment: TaskMoment, on track: UInt64) {
    var event = PerfettoEvent(.instant, on: track)
    event.setName(packets.number(ofName: moment.kind.rawValue))
    event.setCategory("task")
    event.addFlow(moment.flow)
    event.add("task", moment.other)
    packets.write(.trackEvent, event.message, at: moment.time)
  }

  func end(_ task: ShownTask, at time: Int64?) {
    guard let track = track(of: task), let time else { return }
    packets.write(.trackEvent, PerfettoEvent(.end, on: track).message, at: time)
    let key = LaneKey(process: task.process, creator: task.creator)
    free[key, default: []].append((track, time))
  }

  func forget(_ task: ShownTask) {
    taskTracks[Key(process: task.process, id: task.id)] = nil
  }

  func write(_ stay: ExecutorStay) {
    let track = executorTrack(of: stay)
    var event = PerfettoEvent(.begin, on: track)
    event.setName(stay.title)
    event.setCategory("executor")
    event.add("task", stay.task)
    packets.write(.trackEvent, event.message, at: stay.begin)
    packets.write(.trackEvent, PerfettoEvent(.end, on: track).message, at: stay.end)
  }

  func writeCounter(_ name: String, of process: Int, value: Int64, at time: Int64) {
    let track = tracks.track(name, of: processID(process), isCounter: true)
    var counter = PerfettoEvent(.counter, on: track)
    counter.setValue(value)
    packets.write(.trackEvent, counter.message, at: time)
  }

  private func track(of task: ShownTask) -> UInt64? {
    taskTracks[Key(process: task.process, id: task.id)]
  }

  /// The lane of the creator that was left first, if that was before the task began; else a new one.
  private func lane(for task: ShownTask) -> UInt64 {
    let key = LaneKey(process: task.process, creator: task.creator)
    if let lane = free[key]?.first, lane.since <= task.begin {
      free[key]?.removeFirst()
      return lane.track
    }
    return tracks.child(of: group(of: task.process), named: task.creator)
  }

  private func group(of process: Int) -> UInt64 {
    if let group = groups[process] { return group }
    let parent = tracks.process(processID(process), name: nil)
    let group = tracks.child(of: parent, named: "tasks")
    groups[process] = group
    return group
  }

  private func executorTrack(of stay: ExecutorStay) -> UInt64 {
    if let track = executorTracks[stay.executor] { return track }
    let parent = tracks.process(processID(stay.process), name: nil)
    let group =
      executorGroups[stay.process] ?? tracks.child(of: parent, named: "actors and executors")
    executorGroups[stay.process] = group
    let track = tracks.child(of: group, named: stay.executorTitle)
    executorTracks[stay.executor] = track
    return track
  }
}
