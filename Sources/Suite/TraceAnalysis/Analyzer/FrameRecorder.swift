import TraceReading

/// Measures the phases of view trees' frames, and how long updates of the state took to be shown.
///
/// A frame shows one version of the state, and so all updates since the last frame of the same tree. The latency of an update is the time
/// from its begin to the end of the first frame that shows it. Versions belong to one store: a process with several stores has no
/// latencies.
///
/// Bounded: each process keeps its last updates, in a table indexed by version.
struct FrameRecorder {
  private struct Tree: Hashable {
    let processIndex: Int
    let name: TraceSymbol?
  }

  private struct OpenFrame {
    let tree: Int
    let version: UInt64
    /// By the index of the phase.
    var phases: [Int64] = [0, 0, 0]
  }

  private struct Updates {
    static let capacity: UInt64 = 1 << 16

    private(set) var hasSeveralStores = false
    private var last: UInt64 = 0
    private var entries: [(version: UInt64, time: Int64)] = []

    mutating func insert(_ version: UInt64, at time: Int64) {
      // The same version again follows an update that threw: the state was not changed.
      if version < last { hasSeveralStores = true }
      last = version
      let place = Int(version % Self.capacity)
      while entries.count <= place { entries.append((0, 0)) }
      entries[place] = (version, time)
    }

    /// When the update that made a version began.
    func time(of version: UInt64) -> Int64? {
      let place = Int(version % Self.capacity)
      guard place < entries.count, entries[place].version == version else { return nil }
      return entries[place].time
    }
  }

  private struct Frames {
    let tree: Tree
    var durations = DurationRecorder()
    var late: UInt64 = 0
    var phases: [Int64] = [0, 0, 0]
    var latencies = DurationRecorder()
    /// The version that the last frame showed.
    private(set) var shown: UInt64?

    mutating func record(_ frame: OpenFrame, _ duration: Int64, _ updates: Updates?, at end: Int64)
    {
      durations.record(UInt64(clamping: duration))
      if duration > FrameSummary.displayPeriod { late += 1 }
      for index in phases.indices { phases[index] &+= frame.phases[index] }
      defer { shown = max(shown ?? 0, frame.version) }
      guard let updates, let shown, frame.version > shown else { return }
      // Older updates are forgotten.
      let oldest = frame.version - min(frame.version - shown, Updates.capacity) + 1
      for version in oldest...frame.version {
        guard let begin = updates.time(of: version) else { continue }
        latencies.record(UInt64(clamping: end - begin))
      }
    }
  }

  private var updates: [Int: Updates] = [:]
  private var open: [TraceIntervalID: OpenFrame] = [:]
  /// Trees beyond this many are counted as one per process, because each has histograms.
  private var numbers = Numbering<Tree>(maximum: IntervalGroups.maximumCount)
  private var trees: [Frames] = []

  var hasOpenFrames: Bool { !open.isEmpty }

  /// Notes that an update begins to make a version of a process's state.
  mutating func update(to version: UInt64, in processIndex: Int, at time: Int64) {
    if version != 0 { updates[processIndex, default: Updates()].insert(version, at: time) }
  }

  mutating func begin(_ id: TraceIntervalID, name: TraceSymbol?, version: UInt64) {
    let tree = Tree(processIndex: Int(id.processIndex), name: name)
    let index = numbers.number(of: tree, hint: Int(name?.index ?? 0)) {
      Tree(processIndex: $0.processIndex, name: nil)
    }
    if index == trees.count { trees.append(Frames(tree: numbers.keys[index])) }
    open[id] = OpenFrame(tree: index, version: version)
  }

  /// Adds the duration of a phase that has ended, and subtracts it from the phase around it.
  mutating func record(
    _ phase: Int,
    inside outer: Int?,
    _ duration: Int64,
    of frame: TraceIntervalID
  ) {
    open[frame]?.phases[phase] += duration
    if let outer { open[frame]?.phases[outer] -= duration }
  }

  /// Complexity: Proportional to the number of updates that the frame shows.
  mutating func end(_ id: TraceIntervalID, duration: Int64, at time: Int64) {
    guard let frame = open.removeValue(forKey: id) else { return }
    trees[frame.tree].record(frame, duration, updates[Int(id.processIndex)], at: time)
  }

  /// The trees with the figures of their frames; `nil` if none has ended one.
  func summaries(_ catalog: TraceCatalog) -> [FrameSummary]? {
    let summaries = trees.filter { $0.durations.count > 0 }.map { frames in
      let process = catalog.processes[frames.tree.processIndex]
      let hasSeveralStores = updates[frames.tree.processIndex]?.hasSeveralStores ?? false
      return FrameSummary(
        name: frames.tree.name.map(catalog.string),
        hostname: process.hostname,
        processID: process.processID,
        count: frames.durations.count,
        total: Int64(clamping: frames.durations.total),
        p50: frames.durations.value(atPercentile: 50) ?? 0,
        p99: frames.durations.value(atPercentile: 99) ?? 0,
        maximum: Int64(clamping: frames.durations.maximum),
        late: frames.late,
        reconcile: frames.phases[0],
        layout: frames.phases[1],
        commit: frames.phases[2],
        latency: hasSeveralStores ? nil : FrameSummary.Latency(frames.latencies),
        hasSeveralStores: hasSeveralStores
      )
    }
    return summaries.isEmpty
      ? nil
      : summaries.sorted {
        ($0.total, $1.name ?? "", $1.processID ?? 0) > ($1.total, $0.name ?? "", $0.processID ?? 0)
      }
  }
}

extension FrameSummary.Latency {
  fileprivate init?(_ latencies: DurationRecorder) {
    guard let p50 = latencies.value(atPercentile: 50),
      let p90 = latencies.value(atPercentile: 90), let p99 = latencies.value(atPercentile: 99)
    else { return nil }
    self.init(
      count: latencies.count,
      p50: p50,
      p90: p90,
      p99: p99,
      maximum: Int64(clamping: latencies.maximum)
    )
  }
}
