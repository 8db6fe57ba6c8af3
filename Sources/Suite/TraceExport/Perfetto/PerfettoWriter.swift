import MemoryAnalysis
import SampleProfiles
import TraceAnalysis
import TraceReading

/// Writes a Perfetto trace: intervals as slices, points as instants, counters, and samples.
///
/// Arrows lead from an interval to its children. The arrow to a dispatched item passes an instant: the time of the dispatch.
/// `PerfettoTasks` writes what tasks of Swift's concurrency do.
final class PerfettoWriter: TraceWriter {
  /// An interval that hasn't been written yet.
  private struct Open {
    let track: UInt64
    /// The track of its parent, if that was open.
    var parentTrack: UInt64?
    /// The arrows to its children.
    var flows: [UInt64] = []
  }

  /// Process ids have 32 bits in this format; Linux has none beyond 2^22.
  private static let firstMadeUpID: Int64 = 1 << 24

  let packets: PerfettoPackets
  let tracks: PerfettoTracks
  private let catalog: TraceCatalog
  private let samples: ExportedSamples?
  private let memory: ExportedMemory?
  private var open: [TraceIntervalID: Open] = [:]
  private var names: ExportedNames
  private(set) lazy var tasks: TaskTracks? = TaskTracks(output: PerfettoTasks(self))

  init(
    output: OutputFile,
    catalog: TraceCatalog,
    samples: ExportedSamples?,
    memory: ExportedMemory? = nil
  ) {
    packets = PerfettoPackets(output: output)
    tracks = PerfettoTracks(packets)
    self.catalog = catalog
    self.samples = samples
    self.memory = memory
    names = ExportedNames(catalog, firstMadeUpID: Self.firstMadeUpID)
  }

  func start(at time: Int64) { packets.begin(at: time) }

  func begin(_ id: TraceIntervalID, parent: TraceIntervalID?, at time: Int64) {
    if open[id] == nil {
      open[id] = Open(track: tracks.take(label(id), of: processID(Int(id.processIndex))))
    }
    guard let parent, let parentTrack = open[parent]?.track, open[id]?.parentTrack == nil else {
      return
    }
    open[id]?.parentTrack = parentTrack
    open[parent]?.flows.append(id.derivedSpanID)
  }

  func take(_ interval: TraceInterval) {
    let process = processID(Int(interval.id.processIndex))
    let label = label(interval.id)
    let known = open.removeValue(forKey: interval.id)
    let track = known?.track ?? tracks.take(label, of: process)
    let name = interval.name.map(catalog.string) ?? label
    if let wait = interval.wait {
      let source = known?.parentTrack ?? tracks.track("dispatches", of: process)
      var dispatch = PerfettoEvent(.instant, on: source)
      dispatch.setName(packets.number(ofName: "dispatch \(name)"))
      dispatch.addFlow(interval.id.derivedSpanID)
      packets.write(dispatch, at: interval.begin - wait)
    }
    var event = PerfettoEvent(.begin, on: track)
    event.setName(packets.number(ofName: name))
    event.setCategory(label)
    if let owner = names.owner(interval.subsystem, interval.category) { event.setCategory(owner) }
    if interval.wait != nil || known?.parentTrack != nil {
      event.endFlow(interval.id.derivedSpanID)
    }
    for flow in known?.flows ?? [] { event.addFlow(flow) }
    event.add("id", interval.id.id)
    if let parent = interval.parent { event.add("parent", parent.id) }
    if let cpuTime = interval.cpuTime { event.add("cpu_ns", cpuTime) }
    if let wait = interval.wait { event.add("wait_ns", wait) }
    if let outcome = interval.outcome { event.add("outcome", catalog.string(outcome)) }
    if let thread = threadID(interval.beginThreadIndex) { event.add("thread", thread) }
    for field in interval.fields { add(field, to: &event) }
    packets.write(event, at: interval.begin)
    guard let end = interval.end else { return }
    packets.end(track, at: end)
    tracks.release(track, of: process, label)
  }

  func take(_ event: TraceEvent, fields: [TraceField]) {
    let process = processID(event.processIndex)
    switch event.payload {
    case .point(_, _, let name, let subsystem, let category, let message):
      var instant = PerfettoEvent(.instant, on: thread(event.threadIndex))
      instant.setName(packets.number(ofName: catalog.string(name)))
      instant.setCategory(names.owner(subsystem, category) ?? "point")
      if !message.isEmpty { instant.add("message", message) }
      for field in fields { add(field, to: &instant) }
      packets.write(instant, at: event.timestamp)
    case .dispatchRetry(_, let name, let attempt, let delay, let error):
      var instant = PerfettoEvent(.instant, on: thread(event.threadIndex))
      instant.setName(packets.number(ofName: "retry \(catalog.string(name))"))
      instant.setCategory("retry")
      instant.add("attempt", Int64(attempt))
      instant.add("delay", delay)
      instant.add("error", error)
      packets.write(instant, at: event.timestamp)
    case .counter, .sample:
      guard let name = names.counter(event) else { return }
      let track = tracks.track(name, of: process, isCounter: true)
      var counter = PerfettoEvent(.counter, on: track)
      if case .counter(_, let value, _, _, _) = event.payload { counter.setValue(value) }
      if case .sample(_, let value, _, _) = event.payload { counter.setValue(value) }
      packets.write(counter, at: event.timestamp)
    default: break
    }
  }

  func finish(_ report: TraceReport) {
    // By now all processes have reported their names.
    for index in catalog.processes.indices {
      tracks.process(processID(index), name: names.process(index))
    }
    if let samples { PerfettoSamples(samples, packets, tracks).write() }
    if let memory {
      for process in memory.profile.processes {
        tracks.process(Int64(process.id), name: process.command)
      }
      PerfettoMemory(memory.profile, packets).write(clockOffset: memory.clockOffset)
    }
  }

  private func label(_ id: TraceIntervalID) -> String { catalog.label(of: id.kind).rawValue }

  private func add(_ field: TraceField, to event: inout PerfettoEvent) {
    let key = catalog.string(field.key)
    switch field.value {
    case .integer(let value): event.add(key, value)
    case .float(let value): event.add(key, value)
    case .boolean(let value): event.add(key, value)
    case .text(let value): event.add(key, value)
    }
  }

  func threadID(_ index: Int) -> Int64? { catalog.threads[index].threadID }

  /// The track of a thread.
  func thread(_ index: Int) -> UInt64 {
    let thread = catalog.threads[index]
    return tracks.thread(
      names.threadID(index),
      of: processID(thread.processIndex),
      name: catalog.name(ofThread: index)
    )
  }

  func processID(_ index: Int) -> Int64 { names.processID(index) }
}
