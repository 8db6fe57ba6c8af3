public import TraceReading

/// Turns the events of a trace, in the order of time, into a ``TraceReport``.
///
/// Memory grows with the intervals that are open at a time and with the number of names, not with
/// that of events.
public struct TraceAnalyzer {
  /// Groups beyond this many are counted as one, because each has a histogram.
  static let maximumGroups = 1024
  private static let mayBeParents: Set<IntervalKind> = [.updater, .sideEffect]

  let catalog: TraceCatalog
  /// Who gets each interval besides, for exports.
  private let sink: (any TraceIntervalSink)?
  var groups: [IntervalGroup] = []
  var open: [OpenInterval.Key: OpenInterval] = [:]
  var points: [IntervalGroup.Key: UInt64] = [:]
  var counters: [CounterKey: CounterValues] = [:]
  var firstTimestamp: Int64?
  var lastTimestamp: Int64 = 0
  var endsWithoutBegin: [IntervalKind: UInt64] = [:]
  /// Intervals whose id began again before it ended, by group.
  var restarted: [Int: UInt64] = [:]
  var dispatches = PendingDispatches()
  var discards: [DiscardKey: [TraceSymbol: UInt64]] = [:]
  var nestings: [NestingKey: UInt64] = [:]
  /// Items and intervals whose parent is not in the trace.
  var missingParents: UInt64 = 0
  var unknownCPUSamples: UInt64 = 0
  private var groupIndices: [IntervalGroup.Key: Int] = [:]
  private(set) var recentNames = RecentNames()

  enum CounterKey: Hashable {
    case counter(
      processIndex: Int,
      name: TraceSymbol,
      subsystem: TraceSymbol,
      category: TraceSymbol
    )
    /// The depth of the queue of a store.
    case queueDepth(processIndex: Int, storeID: UInt64)
  }

  /// Creates an analyzer of the events of one reader.
  ///
  /// - Parameters:
  ///   - catalog: The catalog of the reader that delivers the events.
  ///   - sink: Who gets each interval besides, when it has ended.
  public init(catalog: TraceCatalog, sink: (any TraceIntervalSink)? = nil) {
    self.catalog = catalog
    self.sink = sink
  }

  /// Takes the next event.
  ///
  /// - Complexity: Constant on average.
  /// - Parameter event: An event no earlier than the one before.
  public mutating func consume(_ event: TraceEvent) {
    if firstTimestamp == nil { firstTimestamp = event.timestamp }
    // The reader delivers in order; a clock that goes back must not make durations negative.
    let time = max(event.timestamp, lastTimestamp)
    lastTimestamp = time
    switch event.payload {
    case .dispatchEnqueue(let id, let parentID, let kind, let name, let depth):
      enqueue(
        PendingDispatches.Dispatch(
          time: time,
          parentID: parentID,
          kind: kind,
          name: name,
          depth: depth
        ),
        id: id,
        processIndex: event.processIndex
      )
    case .dispatchDiscard(let id, let reason):
      discard(id: id, reason: reason, processIndex: event.processIndex)
    case .updateBegin(let id, let name, _):
      let key = key(event, .updater, id)
      begin(key, dispatchedAs: key, name: name, event: event, time: time)
    case .updateEnd(let id): _ = end(key(event, .updater, id), event: event, time: time)
    case .listenersBegin(let id, _, _):
      let name = nameOfUpdate(key(event, .updater, id))
      begin(
        key(event, .listeners, id),
        group: group(.listeners, name: name),
        event: event,
        time: time
      )
    case .listenersEnd(let id): _ = end(key(event, .listeners, id), event: event, time: time)
    case .effectBegin(let id, let parentID, let name, _):
      begin(
        key(event, .sideEffect, id),
        dispatchedAs: key(event, .updater, id),
        name: name,
        parentID: parentID,
        event: event,
        time: time
      )
    case .effectEnd(let id, let outcome):
      let key = key(event, .sideEffect, id)
      if let group = end(key, event: event, time: time, outcome: outcome) {
        groups[group].outcomes[outcome, default: 0] += 1
      }
    case .interceptorsBegin(let id, let name, _):
      begin(
        key(event, .interceptors, id),
        group: group(.interceptors, name: name),
        event: event,
        time: time
      )
    case .interceptorsEnd(let id): _ = end(key(event, .interceptors, id), event: event, time: time)
    case .queueDepth(let store, let depth):
      let key = CounterKey.queueDepth(processIndex: event.processIndex, storeID: store)
      count(Int64(depth), of: key, at: time)
      sink?.take(event)
    case .intervalBegin(let id, let parentID, let name, let subsystem, let category):
      nest(parentID, kind: .interval, name: name, processIndex: event.processIndex)
      let group = group(.interval, name: name, subsystem: subsystem, category: category)
      begin(key(event, .interval, id), group: group, event: event, time: time, parentID: parentID)
    case .intervalEnd(let id): _ = end(key(event, .interval, id), event: event, time: time)
    case .threadCPUTime(let id, let nanoseconds):
      sample(event, id: id, nanoseconds: nanoseconds)
    case .point(_, _, let name, let subsystem, let category, _):
      let key = IntervalGroup.Key(
        kind: .interval,
        name: name,
        subsystem: subsystem,
        category: category
      )
      points[key, default: 0] += 1
      sink?.take(event)
    case .counter(let name, let value, let subsystem, let category):
      let key = CounterKey.counter(
        processIndex: event.processIndex,
        name: name,
        subsystem: subsystem,
        category: category
      )
      count(value, of: key, at: time)
      sink?.take(event)
    case .routeDiffBegin(let id, _, _, _):
      begin(key(event, .routing, id), group: group(.routing, name: nil), event: event, time: time)
    case .routeDiffEnd(let id, _): _ = end(key(event, .routing, id), event: event, time: time)
    case .layoutBegin(let id, _, let name, _, _):
      begin(key(event, .layout, id), group: group(.layout, name: name), event: event, time: time)
    case .layoutEnd(let id): _ = end(key(event, .layout, id), event: event, time: time)
    case .reconcileBegin(let id, _, let name):
      begin(
        key(event, .reconciliation, id),
        group: group(.reconciliation, name: name),
        event: event,
        time: time
      )
    case .reconcileEnd(let id, _, _, _, _):
      _ = end(key(event, .reconciliation, id), event: event, time: time)
    case .measurement, .field, .spanContext, .spanLink: sink?.take(event)
    case .other: break
    }
  }

  private func key(_ event: TraceEvent, _ kind: IntervalKind, _ id: UInt64) -> OpenInterval.Key {
    key(event.processIndex, kind, id)
  }

  func key(_ processIndex: Int, _ kind: IntervalKind, _ id: UInt64) -> OpenInterval.Key {
    OpenInterval.Key(processIndex: Int32(processIndex), kind: kind, id: id)
  }

  private mutating func count(_ value: Int64, of key: CounterKey, at time: Int64) {
    if counters[key] == nil {
      counters[key] = CounterValues(value, at: time)
    } else {
      counters[key]?.record(value, at: time)
    }
  }

  private mutating func group(
    _ kind: IntervalKind,
    name: TraceSymbol?,
    subsystem: TraceSymbol? = nil,
    category: TraceSymbol? = nil
  ) -> Int {
    var key = IntervalGroup.Key(kind: kind, name: name, subsystem: subsystem, category: category)
    if let index = groupIndices[key] { return index }
    if groups.count >= Self.maximumGroups {
      key = IntervalGroup.Key(kind: kind, name: nil, subsystem: nil, category: nil)
      if let index = groupIndices[key] { return index }
    }
    groups.append(IntervalGroup(key: key))
    groupIndices[key] = groups.count - 1
    return groups.count - 1
  }

  private func nameOfUpdate(_ key: OpenInterval.Key) -> TraceSymbol? {
    if let update = open[key] { return groups[Int(update.group)].key.name }
    return recentNames.name(of: key)
  }

  private mutating func begin(
    _ key: OpenInterval.Key,
    group: Int,
    event: TraceEvent,
    time: Int64,
    parentID: UInt64 = 0,
    wait: Int64 = -1
  ) {
    let interval = OpenInterval(
      group: Int32(group),
      beginThreadIndex: Int32(event.threadIndex),
      begin: time,
      parentID: parentID,
      wait: wait
    )
    if let earlier = open.updateValue(interval, forKey: key) {
      groups[Int(earlier.group)].concurrency.end(at: time)
      restarted[Int(earlier.group), default: 0] += 1
      pass(earlier, key: key)
    }
    groups[group].concurrency.begin(at: time)
  }

  /// Begins an item that was dispatched, and takes note of how long it waited.
  private mutating func begin(
    _ key: OpenInterval.Key,
    dispatchedAs dispatchKey: OpenInterval.Key,
    name: TraceSymbol,
    parentID: UInt64 = 0,
    event: TraceEvent,
    time: Int64
  ) {
    let group = group(key.kind, name: name)
    let dispatch = dispatches.remove(dispatchKey)
    if let dispatch { groups[group].record(dispatch, begunAt: time) }
    begin(
      key,
      group: group,
      event: event,
      time: time,
      parentID: parentID != 0 ? parentID : dispatch?.parentID ?? 0,
      wait: dispatch.map { time - $0.time } ?? -1
    )
  }

  /// - Returns: The group of the interval, or `nil` if it never began.
  private mutating func end(
    _ key: OpenInterval.Key,
    event: TraceEvent,
    time: Int64,
    outcome: TraceSymbol? = nil
  ) -> Int? {
    guard let interval = open.removeValue(forKey: key) else {
      endsWithoutBegin[key.kind, default: 0] += 1
      return nil
    }
    let cpuTime = interval.cpuTime(endedOn: Int32(event.threadIndex))
    groups[Int(interval.group)].record(interval, endedAt: time, cpuTime: cpuTime)
    if sink != nil {
      let end = (time: time, threadIndex: event.threadIndex)
      pass(interval, key: key, end: end, cpuTime: cpuTime, outcome: outcome)
    }
    // For listeners, which are told afterwards, and for tasks that outlive what they began in.
    if Self.mayBeParents.contains(key.kind), let name = groups[Int(interval.group)].key.name {
      recentNames.insert(name, for: key)
    }
    return Int(interval.group)
  }

  /// Gives the sink an interval; without an end if it never ended.
  private func pass(
    _ interval: OpenInterval,
    key: OpenInterval.Key,
    end: (time: Int64, threadIndex: Int)? = nil,
    cpuTime: Int64? = nil,
    outcome: TraceSymbol? = nil
  ) {
    guard let sink else { return }
    let group = groups[Int(interval.group)].key
    sink.take(
      TraceInterval(
        kind: key.kind,
        name: group.name,
        subsystem: group.subsystem,
        category: group.category,
        id: key.id,
        parentID: interval.parentID,
        processIndex: Int(key.processIndex),
        beginThreadIndex: Int(interval.beginThreadIndex),
        endThreadIndex: end?.threadIndex,
        begin: interval.begin,
        end: end?.time,
        cpuTime: cpuTime,
        wait: interval.wait < 0 ? nil : interval.wait,
        outcome: outcome
      )
    )
  }

  /// Gives the sink what never ended, in the order of the begins.
  ///
  /// Called once, when the whole trace was consumed.
  public func finish() {
    for (key, interval) in open.sorted(by: {
      ($0.value.begin, $0.key.id) < ($1.value.begin, $1.key.id)
    }) {
      pass(interval, key: key)
    }
  }

  /// A reading of the clock belongs to the interval with the id that began last.
  private mutating func sample(_ event: TraceEvent, id: UInt64, nanoseconds: Int64) {
    for kind in [IntervalKind.interval, .listeners, .updater, .sideEffect] {
      let key = key(event, kind, id)
      guard let index = open.index(forKey: key) else { continue }
      open.values[index].add(
        OpenInterval.CPUSample(
          threadIndex: Int32(event.threadIndex),
          nanoseconds: nanoseconds
        )
      )
      return
    }
    unknownCPUSamples += 1
  }
}

extension OpenInterval {
  /// The CPU time, where it is known.
  fileprivate func cpuTime(endedOn threadIndex: Int32) -> Int64? {
    // The difference of two threads' clocks means nothing, and so does one reading.
    guard let first = firstSample, let last = lastSample,
      first.threadIndex == last.threadIndex, last.threadIndex == threadIndex,
      last.nanoseconds >= first.nanoseconds
    else { return nil }
    return last.nanoseconds - first.nanoseconds
  }

  fileprivate mutating func add(_ sample: CPUSample) {
    sampleCount += 1
    if sampleCount == 1, sample.threadIndex == beginThreadIndex {
      firstSample = sample
    } else {
      lastSample = sample
    }
  }
}

extension IntervalGroup {
  fileprivate mutating func record(
    _ interval: OpenInterval,
    endedAt time: Int64,
    cpuTime: Int64?
  ) {
    durations.record(UInt64(clamping: time &- interval.begin))
    concurrency.end(at: time)
    guard let cpuTime else { return }
    cpuTimeTotal &+= cpuTime
    cpuTimeCount += 1
  }

  fileprivate mutating func record(_ dispatch: PendingDispatches.Dispatch, begunAt time: Int64) {
    waits = waits ?? DurationRecorder()
    waits?.record(UInt64(clamping: time &- dispatch.time))
    if !dispatchKinds.contains(dispatch.kind) { dispatchKinds.append(dispatch.kind) }
    maximumQueueDepth = max(maximumQueueDepth, dispatch.depth)
    if dispatch.parentID != 0 { nestedDispatches += 1 }
  }
}
