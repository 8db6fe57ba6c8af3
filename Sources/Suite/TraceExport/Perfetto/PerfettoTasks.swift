import TaskAnalysis

/// Writes what tasks do into a Perfetto trace.
///
/// Each process has a group of lanes for tasks, one lane for the tasks of each creator, more if they overlap (the viewer shows those that
/// don't as one track), and a group of tracks for executors. A slice is a task, with its activities as slices in it; arrows lead from the
/// task that created or woke it.
final class PerfettoTasks: TaskTrackWriter {
  /// A free lane, and since when it is free.
  private typealias FreeLane = (track: UInt64, since: Int64)

  private unowned let writer: PerfettoWriter
  private let packets: PerfettoPackets
  private let tracks: PerfettoTracks
  private var taskTracks: [InProcess<Int, UInt64>: UInt64] = [:]
  private var executorTracks: [Int: UInt64] = [:]
  /// In the order in which they became free.
  private var free: [InProcess<Int, String>: ArraySlice<FreeLane>] = [:]

  init(_ writer: PerfettoWriter) {
    self.writer = writer
    packets = writer.packets
    tracks = writer.tracks
  }

  func begin(_ task: ShownTask) {
    let track = lane(for: task)
    taskTracks[InProcess(process: task.process, id: task.id)] = track
    var event = PerfettoEvent(.begin, on: track)
    event.setName(task.title)
    event.setCategory("task")
    event.add("task", task.id)
    if task.parent != 0 { event.add("parent", task.parent) }
    event.add("priority", Int64(task.priority))
    packets.write(event, at: task.begin)
  }

  func write(_ slice: TaskSlice, of task: ShownTask) {
    guard let track = track(of: task) else { return }
    var event = PerfettoEvent(.begin, on: track)
    event.setName(packets.number(ofName: slice.title))
    event.setCategory(slice.state)
    for flow in slice.flows { event.endFlow(flow) }
    if let thread = slice.thread.flatMap(writer.threadID) { event.add("thread", thread) }
    if let other = slice.endedBy { event.add("ended by", other) }
    packets.write(event, at: slice.begin)
    packets.end(track, at: slice.end)
  }

  func write(_ moment: TaskMoment, of task: ShownTask) {
    guard let track = track(of: task) else { return }
    write(moment, on: track)
  }

  func write(_ moment: TaskMoment, ofThread thread: Int) {
    write(moment, on: writer.thread(thread))
  }

  private func write(_ moment: TaskMoment, on track: UInt64) {
    var event = PerfettoEvent(.instant, on: track)
    event.setName(packets.number(ofName: moment.kind.rawValue))
    event.setCategory("task")
    event.addFlow(moment.flow)
    event.add("task", moment.other)
    packets.write(event, at: moment.time)
  }

  func end(_ task: ShownTask, at time: Int64?) {
    guard let track = track(of: task), let time else { return }
    packets.end(track, at: time)
    let key = InProcess(process: task.process, id: task.creator)
    free[key, default: []].append((track, time))
  }

  func forget(_ task: ShownTask) {
    taskTracks[InProcess(process: task.process, id: task.id)] = nil
  }

  func write(_ stay: ExecutorStay) {
    let track = executorTrack(of: stay)
    var event = PerfettoEvent(.begin, on: track)
    event.setName(stay.title)
    event.setCategory("executor")
    event.add("task", stay.task)
    packets.write(event, at: stay.begin)
    packets.end(track, at: stay.end)
  }

  func writeCounter(_ name: String, of process: Int, value: Int64, at time: Int64) {
    let track = tracks.track(name, of: writer.processID(process), isCounter: true)
    var counter = PerfettoEvent(.counter, on: track)
    counter.setValue(value)
    packets.write(counter, at: time)
  }

  private func track(of task: ShownTask) -> UInt64? {
    taskTracks[InProcess(process: task.process, id: task.id)]
  }

  /// The creator's lane that was left first, if that was before the task began; else a new one.
  private func lane(for task: ShownTask) -> UInt64 {
    let key = InProcess(process: task.process, id: task.creator)
    if let lane = free[key]?.first, lane.since <= task.begin {
      free[key]?.removeFirst()
      return lane.track
    }
    let group = tracks.track("tasks", of: writer.processID(task.process))
    return tracks.child(of: group, named: task.creator)
  }

  private func executorTrack(of stay: ExecutorStay) -> UInt64 {
    if let track = executorTracks[stay.executor] { return track }
    let group = tracks.track("actors and executors", of: writer.processID(stay.process))
    let track = tracks.child(of: group, named: stay.executorTitle)
    executorTracks[stay.executor] = track
    return track
  }
}
