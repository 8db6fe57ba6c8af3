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
    analyzer = TraceAnalyzer(catalog: catalog, sink: sink, knownNames: knownNames(catalog))
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
      .intervalBegin(
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
    emit(at: time, pid: pid, tid: tid, host: host) { _ in .intervalEnd(id: id) }
  }

  mutating func cpu(id: UInt64, _ nanoseconds: Int64, at time: Int64, tid: Int64 = 1) {
    emit(at: time, tid: tid) { _ in .threadCPUTime(id: id, nanoseconds: nanoseconds) }
  }

  func report(_ summary: TraceReadSummary = TraceReadSummary()) -> TraceReport {
    analyzer.report(path: "trace", summary: summary)
  }
}
