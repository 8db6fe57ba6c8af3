@testable import TraceAnalysis
@testable import TraceReading

/// Makes events by hand and gives them to an analyzer.
struct EventFactory {
  let catalog: TraceCatalog
  var analyzer: TraceAnalyzer

  init(
    catalog: TraceCatalog = TraceCatalog(),
    sink: (any TraceIntervalSink)? = nil,
    knownNames: (TraceCatalog) -> LaterNames = { _ in LaterNames() }
  ) {
    self.catalog = catalog
    analyzer = TraceAnalyzer(catalog: catalog, sink: sink)
    analyzer.knownNames = knownNames(catalog)
  }

  /// Emits an event of a thread; its process is a new one if it wasn't seen before.
  mutating func emit(
    at time: Int64,
    pid: Int64 = 1,
    tid: Int64 = 1,
    host: String = "host",
    _ payload: (TraceCatalog) -> TracePayload
  ) {
    let payload = payload(catalog)
    let key = TraceCatalog.ThreadKey(
      hostname: catalog.symbol(for: host),
      processID: pid,
      threadID: tid
    )
    let thread = catalog.threadIndex(for: key, processName: nil) { "thread" }
    analyzer.consume(
      TraceEvent(
        timestamp: time,
        threadIndex: thread,
        processIndex: catalog.threads[thread].processIndex,
        classIndex: 0,
        payload: payload
      )
    )
  }

  mutating func begin(
    _ name: String,
    id: UInt64,
    at time: Int64,
    pid: Int64 = 1,
    tid: Int64 = 1,
    host: String = "host",
    parent: UInt64 = 0
  ) {
    emit(at: time, pid: pid, tid: tid, host: host) {
      .begin(
        .interval,
        id: id,
        parentID: parent,
        name: $0.symbol(for: name),
        subsystem: $0.symbol(for: "s"),
        category: $0.symbol(for: "c")
      )
    }
  }

  mutating func end(
    id: UInt64,
    at time: Int64,
    pid: Int64 = 1,
    tid: Int64 = 1,
    host: String = "host"
  ) {
    emit(at: time, pid: pid, tid: tid, host: host) { _ in .end(.interval, id: id) }
  }

  mutating func cpu(id: UInt64, _ nanoseconds: Int64, at time: Int64, tid: Int64 = 1) {
    emit(at: time, tid: tid) { _ in .threadCPUTime(id: id, nanoseconds: nanoseconds) }
  }

  func report(_ summary: TraceReadSummary = TraceReadSummary()) -> TraceReport {
    analyzer.report(path: "trace", summary: summary)
  }
}

extension TraceIntervalKind {
  static let updater = of("katana:update_begin")
  static let listeners = of("katana:listeners_begin")
  static let sideEffect = of("katana:effect_begin")
  static let interceptors = of("katana:interceptors_begin")
  static let routing = of("katana:route_diff_begin")
  static let routeStep = of("katana:route_step_begin")
  static let layout = of("katana:layout_begin")
  static let frame = of("katana:frame_begin")
  static let reconcile = of("katana:reconcile_begin")
  static let commit = of("katana:commit_begin")
  static let interval = of("signpost:interval_begin")

  private static func of(_ begin: String) -> TraceIntervalKind {
    guard let kind = TraceCatalog().kind(ofBegin: begin) else { preconditionFailure(begin) }
    return kind
  }
}

extension TracePayload {
  static func begin(
    _ kind: TraceIntervalKind,
    id: UInt64,
    parentID: UInt64 = 0,
    name: TraceSymbol?,
    subsystem: TraceSymbol? = nil,
    category: TraceSymbol? = nil,
    version: UInt64 = 0
  ) -> TracePayload {
    .begin(
      TraceBegin(
        kind: kind,
        id: id,
        parentID: parentID,
        name: name,
        subsystem: subsystem,
        category: category,
        version: version
      )
    )
  }

  static func queueDepth(_ depth: Int64, store: UInt64, _ catalog: TraceCatalog) -> TracePayload {
    .counter(
      name: catalog.symbol(for: "queue depth"),
      value: depth,
      subsystem: catalog.symbol(for: "katana"),
      category: catalog.symbol(for: "store"),
      store: store
    )
  }

  static func end(
    _ kind: TraceIntervalKind,
    id: UInt64,
    _ outcome: TraceSymbol? = nil
  )
    -> TracePayload
  {
    .end(kind: kind, id: id, outcome: outcome)
  }
}
