package import TraceReading

/// Turns the events of a trace, in the order of time, into a ``TraceReport``.
///
/// It knows roles, not events; the few kinds with a further meaning are in TraceAnalyzer+Framework.swift. Memory grows with the intervals
/// open at a time and with the number of names, not of events.
package struct TraceAnalyzer {
  let catalog: TraceCatalog
  /// Also gets each interval, for exports.
  let sink: (any TraceIntervalSink)?
  let kinds: FrameworkKinds
  var search: KindSearch
  var groups = IntervalGroups()
  var open: [TraceIntervalID: OpenInterval] = [:]
  var calls = CallTree()
  var recent = RecentIntervals()
  /// By kind.
  var slowest: [SlowestIntervals] = []
  var running = RunningCounts()
  var details = DetailRecorder()
  var spans = SpanDirectory()
  var values = NamedValues()
  var counters = CounterRecorder()
  var dispatches = DispatchRecorder()
  var nestings = NestingRecorder()
  var silences = SilenceMeter()
  var frames = FrameRecorder()
  var threads = ThreadMeter()
  var faults = PairingFaults()
  var firstTimestamp: Int64?
  var lastTimestamp: Int64 = 0
  /// The names that intervals got after their begin, for another reading.
  var laterNames = LaterNames()
  /// The later names that an earlier reading has found.
  var knownNames = LaterNames()

  /// Creates an analyzer of the events of one reader.
  ///
  /// - Parameters:
  ///   - catalog: The catalog of the reader that delivers the events.
  ///   - sink: Also gets each interval when it has ended.
  package init(catalog: TraceCatalog, sink: (any TraceIntervalSink)? = nil) {
    self.catalog = catalog
    self.sink = sink
    kinds = FrameworkKinds(catalog)
    search = KindSearch(kinds)
  }

  /// Takes the next event.
  ///
  /// - Complexity: Constant on average.
  /// - Parameter event: An event no earlier than the one before.
  package mutating func consume(_ event: TraceEvent) {
    if firstTimestamp == nil {
      firstTimestamp = event.timestamp
      sink?.start(at: event.timestamp)
    }
    // The reader delivers in order; a clock that goes back must not make durations negative.
    let time = max(event.timestamp, lastTimestamp)
    lastTimestamp = time
    let moment = Moment(event, time: time)
    sink?.observe(event)
    silences.live(event.processIndex, at: time)
    threads.live(event.threadIndex, at: time)
    switch event.payload {
    case .begin(let begin): self.begin(begin, at: moment)
    case .end(let kind, let id, let outcome): end(kind, id: id, outcome: outcome, at: moment)
    case .point(let id, _, let name, let subsystem, let category, _):
      values.countPoint(name, subsystem, category)
      let key = key(kinds.interval, id, moment)
      // The point's own fields, which came before it; those of an interval with the same id stay.
      let fields = open[key] == nil ? details.take(key)?.fields : nil
      sink?.take(event, fields: fields ?? [])
    case .counter(let name, let value, let subsystem, let category, let store):
      let key = CounterRecorder.Key(
        processIndex: event.processIndex,
        name: name,
        subsystem: subsystem,
        category: category,
        store: store
      )
      counters.record(value, of: key, at: time)
      sink?.take(event, fields: [])
    case .sample(let name, let value, let subsystem, let category):
      values.record(value, name, subsystem, category)
      sink?.take(event, fields: [])
    case .dispatchEnqueue(let id, let parentID, let kind, let name, let depth):
      let dispatch = PendingDispatches.Dispatch(
        time: time,
        parentID: parentID,
        kind: kind,
        name: name,
        depth: depth
      )
      enqueue(dispatch, id: id, at: moment)
    case .dispatchDiscard(let id, let reason):
      dispatches.discard(key(kinds.updater, id, moment), reason: reason)
    case .dispatchRetry(_, let name, let attempt, let delay, let error):
      dispatches.retries[name, default: RetrySummary(name: catalog.string(name))]
        .record(attempt: attempt, delay: delay, error: error)
      sink?.take(event, fields: [])
    case .field(let id, let field):
      details.change(key(kinds.interval, id, moment), open: open) { $0.fields.append(field) }
      rename(id, by: field, at: moment)
    case .spanContext(let id, let context, let parentSpanID):
      identify(id, as: context, parentSpanID: parentSpanID, at: moment)
    case .spanLink(let id, let context):
      details.change(key(kinds.interval, id, moment), open: open) { $0.links.append(context) }
    case .threadCPUTime(let id, let nanoseconds):
      threads.read(nanoseconds, ofThread: event.threadIndex)
      sample(id, nanoseconds: nanoseconds, at: moment)
    case .task, .other: break
    }
  }

  /// Passes the intervals that never ended to the sink, in the order of their begins.
  ///
  /// Called once, after the whole trace.
  package func finish() {
    guard sink != nil else { return }
    for (key, interval) in open.sorted(by: {
      ($0.value.begin, $0.key.id) < ($1.value.begin, $1.key.id)
    }) {
      pass(interval, key: key, details: details[key])
    }
  }
}

/// The begins, ends and parents that a trace lacks.
struct PairingFaults {
  /// Ends of intervals that never began.
  var endsWithoutBegin: [TraceIntervalKind: UInt64] = [:]
  /// Ends of intervals that had already ended, not long before.
  var endsTwice: UInt64 = 0
  /// Intervals whose id began again before it ended, by group.
  var restarted: [Int: UInt64] = [:]
  /// Items and intervals whose parent is not in the trace.
  var missingParents: UInt64 = 0
  var unknownCPUSamples: UInt64 = 0
}
