import TraceReading

/// The intervals of one kind and name, during the reading.
struct IntervalGroup {
  /// The kind and the names that the intervals share.
  struct Key: Hashable {
    let kind: TraceIntervalKind
    let name: TraceSymbol?
    let subsystem: TraceSymbol?
    let category: TraceSymbol?

    func hash(into hasher: inout Hasher) {
      // == compares the rest: few groups have the same name. Each begin looks up its group, so every hashed word counts.
      hasher.combine(name)
    }

    /// Few groups have the same one.
    var hint: Int {
      Int(name?.index ?? 0) &* 31 &+ Int(category?.index ?? 0) &+ Int(kind.index)
    }
  }

  let key: Key
  /// Whether it has not been used yet.
  var isNew = true
  var durations = DurationRecorder()
  /// The longest.
  var slowest: SlowestIntervals.Entry?
  var concurrency = ConcurrencyMeter()
  /// The part of the durations in which no child ran.
  var selfTime: Int64 = 0
  var cpuTimeTotal: Int64 = 0
  var cpuTimeCount: UInt64 = 0
  /// The kinds that `dispatch_enqueue` gives the updates; an array, as there are few.
  var dispatchKinds: [TraceSymbol] = []
  var waits: DurationRecorder?
  var maximumQueueDepth: UInt32 = 0
  var nestedDispatches: UInt64 = 0
  /// How they ended, if their ends say so.
  var outcomes: [TraceSymbol: UInt64] = [:]
}

extension IntervalGroup {
  mutating func record(duration: Int64, selfTime: Int64, cpuTime: Int64?) {
    durations.record(UInt64(clamping: duration))
    self.selfTime &+= selfTime
    guard let cpuTime else { return }
    cpuTimeTotal &+= cpuTime
    cpuTimeCount += 1
  }

  mutating func record(_ dispatch: PendingDispatches.Dispatch, begunAt time: Int64) {
    waits = waits ?? DurationRecorder()
    waits?.record(UInt64(clamping: time &- dispatch.time))
    if !dispatchKinds.contains(dispatch.kind) { dispatchKinds.append(dispatch.kind) }
    maximumQueueDepth = max(maximumQueueDepth, dispatch.depth)
    if dispatch.parentID != 0 { nestedDispatches += 1 }
  }
}

/// The groups of a trace, each with its number.
struct IntervalGroups {
  /// Groups beyond this many are counted as one per kind, because each has a histogram.
  static let maximumCount = 1024

  private var groups: [IntervalGroup] = []
  private var numbers = Numbering<IntervalGroup.Key>(maximum: maximumCount)

  subscript(index: Int) -> IntervalGroup {
    _read { yield groups[index] }
    _modify { yield &groups[index] }
  }

  var all: [IntervalGroup] { groups }

  /// The number of a group, which is added if new.
  mutating func index(of key: IntervalGroup.Key) -> Int {
    let index = numbers.number(of: key, hint: key.hint) {
      IntervalGroup.Key(kind: $0.kind, name: nil, subsystem: nil, category: nil)
    }
    if index == groups.count { groups.append(IntervalGroup(key: numbers.keys[index])) }
    return index
  }
}
