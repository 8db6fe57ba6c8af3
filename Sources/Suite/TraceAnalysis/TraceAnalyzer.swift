public import TraceReading

/// Turns the events of a trace, in the order of time, into a ``TraceReport``.
///
/// Memory grows with the intervals that are open at a time and with the number of names, not with
/// that of events.
public struct TraceAnalyzer {
  /// Groups beyond this many are counted as one, because each has a histogram.
  static let maximumGroups = 1024
  /// Counters beyond this many have no curve.
  private static let maximumSeries = 64

  let catalog: TraceCatalog
  /// Who gets each interval besides, for exports.
  let sink: (any TraceIntervalSink)?
  var groups: [IntervalGroup] = []
  var open: [TraceIntervalID: OpenInterval] = [:]
  var calls = CallTree()
  var recent = RecentIntervals()
  var slowest = Array(repeating: SlowestIntervals(), count: IntervalKind.allCases.count)
  /// How many intervals of each kind run.
  var running: [TimeSeries?] = Array(repeating: nil, count: IntervalKind.allCases.count)
  var runningCounts = Array(repeating: Int64(0), count: IntervalKind.allCases.count)
  var details: [TraceIntervalID: IntervalDetails] = [:]
  /// The intervals that other processes may know, by their span ids.
  var spans: [UInt64: TraceIntervalID] = [:]
  /// Who intervals are outside of their process, of their own account or as children of such.
  var contexts: [TraceIntervalID: TraceSpanContext] = [:]
  var points: [IntervalGroup.Key: UInt64] = [:]
  var counters: [CounterKey: CounterValues] = [:]
  var counterSeries: [CounterKey: TimeSeries] = [:]
  var measurements: [IntervalGroup.Key: MeasurementRecorder] = [:]
  var firstTimestamp: Int64?
  var lastTimestamp: Int64 = 0
  var endsWithoutBegin: [IntervalKind: UInt64] = [:]
  /// Ends of intervals that had ended already, not long before.
  var endsTwice: UInt64 = 0
  /// What the framework's passes have done.
  var passes = PassTotals()
  /// Intervals whose id began again before it ended, by group.
  var restarted: [Int: UInt64] = [:]
  var dispatches = PendingDispatches()
  var discards: [DiscardKey: [TraceSymbol: UInt64]] = [:]
  var retries: [TraceSymbol: RetryCounts] = [:]
  var silences = SilenceMeter()
  /// The names that intervals have got after their begin, for another reading.
  var laterNames = LaterNames()
  /// Those that an earlier reading has found.
  let knownNames: LaterNames
  var nestings: [NestingKey: UInt64] = [:]
  /// Items and intervals whose parent is not in the trace.
  var missingParents: UInt64 = 0
  var unknownCPUSamples: UInt64 = 0
  private var groupIndices: [IntervalGroup.Key: Int] = [:]

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
    self.init(catalog: catalog, sink: sink, knownNames: LaterNames())
  }

  init(catalog: TraceCatalog, sink: (any TraceIntervalSink)?, knownNames: LaterNames) {
    self.catalog = catalog
    self.sink = sink
    self.knownNames = knownNames
  }

  /// Takes the next event.
  ///
  /// - Complexity: Constant on average.
  /// - Parameter event: An event no earlier than the one before.
  public mutating func consume(_ event: TraceEvent) {
    if firstTimestamp == nil {
      firstTimestamp = event.timestamp
      sink?.start(at: event.timestamp)
    }
    // The reader delivers in order; a clock that goes back must not make durations negative.
    let time = max(event.timestamp, lastTimestamp)
    lastTimestamp = time
    let moment = Moment(event, time: time)
    silences.live(event.processIndex, at: time)
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
    case .dispatchRetry(_, let name, let attempt, let delay, let error):
      retries[name, default: RetryCounts()].record(attempt: attempt, delay: delay, error: error)
      sink?.take(event, fields: [])
    case .updateBegin(let id, let name, _):
      beginItem(.updater, id: id, name: name, at: moment)
    case .updateEnd(let id): _ = end(.updater, id: id, at: moment)
    case .listenersBegin(let id, _, let count):
      passes.listenerCalls += UInt64(count)
      beginListeners(id: id, at: moment)
    case .listenersEnd(let id): _ = end(.listeners, id: id, at: moment)
    case .effectBegin(let id, let parentID, let name, _):
      beginItem(.sideEffect, id: id, name: name, parentID: parentID, at: moment)
    case .effectEnd(let id, let outcome):
      endWithOutcome(.sideEffect, id, outcome, at: moment)
    case .interceptorsBegin(let id, let name, _): beginInterceptors(id: id, name: name, at: moment)
    case .interceptorsEnd(let id): _ = end(.interceptors, id: id, at: moment)
    case .queueDepth(let store, let depth):
      let key = CounterKey.queueDepth(processIndex: event.processIndex, storeID: store)
      count(Int64(depth), of: key, at: time)
      sink?.take(event, fields: [])
    case .routeDiffBegin(let id, let parentID, _, _):
      beginPass(.routing, id: id, parentID: parentID, name: nil, at: moment)
    case .routeDiffEnd(let id, let actions, _, _, _):
      passes.routeActions += UInt64(actions)
      _ = end(.routing, id: id, at: moment)
    case .routeStepBegin(let id, let parentID, let kind, let name, let pushed, let popped):
      passes.addRouteStep(pushed: pushed, popped: popped)
      beginPass(.routeStep, id: id, parentID: parentID, name: name, category: kind, at: moment)
    case .routeStepEnd(let id, let outcome): endWithOutcome(.routeStep, id, outcome, at: moment)
    case .layoutBegin(let id, let parentID, let name, let views, let isCacheHit):
      passes.laidOutViews += UInt64(views)
      if isCacheHit { passes.layoutCacheHits += 1 }
      beginPass(.layout, id: id, parentID: parentID, name: name, at: moment)
    case .layoutEnd(let id): _ = end(.layout, id: id, at: moment)
    case .reconcileBegin(let id, let parentID, let name):
      beginPass(.reconciliation, id: id, parentID: parentID, name: name, at: moment)
    case .reconcileEnd(let id, let created, let reused, let removed, let moved):
      passes.addNodes(created: created, reused: reused, removed: removed, moved: moved)
      _ = end(.reconciliation, id: id, at: moment)
    case .intervalBegin(let id, let parentID, let name, let subsystem, let category):
      let known = knownNames.isEmpty ? nil : knownNames[key(.interval, id, moment), begin: time]
      let group = group(.interval, name: known ?? name, subsystem: subsystem, category: category)
      beginInterval(id: id, parentID: parentID, group: group, at: moment)
    case .intervalEnd(let id): _ = end(.interval, id: id, at: moment)
    case .threadCPUTime(let id, let nanoseconds):
      sample(event, id: id, nanoseconds: nanoseconds)
    case .point(let id, _, let name, let subsystem, let category, _):
      let key = IntervalGroup.Key(
        kind: .interval,
        name: name,
        subsystem: subsystem,
        category: category
      )
      points[key, default: 0] += 1
      let fields = takeFields(ofPointWith: id, processIndex: event.processIndex)
      sink?.take(event, fields: fields)
    case .counter(let name, let value, let subsystem, let category):
      let key = CounterKey.counter(
        processIndex: event.processIndex,
        name: name,
        subsystem: subsystem,
        category: category
      )
      count(value, of: key, at: time)
      sink?.take(event, fields: [])
    case .measurement(let name, let value, let subsystem, let category):
      let key = IntervalGroup.Key(
        kind: .interval,
        name: name,
        subsystem: subsystem,
        category: category
      )
      measurements[key, default: MeasurementRecorder()].record(value)
      sink?.take(event, fields: [])
    case .field(let id, let field):
      add(to: id, processIndex: event.processIndex) { $0.fields.append(field) }
      rename(id, by: field, at: moment)
    case .spanContext(let id, let context, let parentSpanID):
      identify(id, as: context, parentSpanID: parentSpanID, at: moment)
    case .spanLink(let id, let context):
      add(to: id, processIndex: event.processIndex) { $0.links.append(context) }
    case .other: break
    }
  }

  private mutating func count(_ value: Int64, of key: CounterKey, at time: Int64) {
    if counters[key] == nil {
      counters[key] = CounterValues(value, at: time)
      if counterSeries.count < Self.maximumSeries {
        counterSeries[key] = TimeSeries(value, at: time)
      }
    } else {
      counters[key]?.record(value, at: time)
      counterSeries[key]?.set(value, at: time)
    }
  }

  mutating func group(
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

  /// The kinds beside whose ends the clock of the thread may be read.
  private static let timedKinds: [IntervalKind] = [
    .interval, .listeners, .updater, .sideEffect, .layout, .routing, .routeStep, .reconciliation,
  ]

  /// A reading of the clock belongs to the interval with the id that began last.
  private mutating func sample(_ event: TraceEvent, id: UInt64, nanoseconds: Int64) {
    for kind in Self.timedKinds {
      let key = TraceIntervalID(processIndex: event.processIndex, kind: kind, id: id)
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
