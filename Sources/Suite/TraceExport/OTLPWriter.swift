import TraceAnalysis
import TraceReading

/// Writes OpenTelemetry spans, one `resourceSpans` object a line.
///
/// An interval that is a span for other processes keeps its ids. Other intervals get ids derived from theirs, in the trace of their parent,
/// or else in one trace for each process. Points are events of the interval around them.
///
/// Source: OTLP 1.x, JSON Protobuf Encoding, and its file format: ids in hexadecimal, 64-bit integers as text, enumerations as numbers.
final class OTLPWriter: TraceWriter {
  /// Events of intervals that never end must not fill the memory.
  private static let maximumPending = 1 << 20
  private static let internalKind: Int64 = 1
  private static let kinds: [String: Int64] = [
    "internal": 1, "server": 2, "client": 3, "producer": 4, "consumer": 5,
  ]

  /// An event of a span that is still open.
  private struct PendingEvent {
    let time: Int64
    let name: TraceSymbol
    let message: String
    let fields: [TraceField]
  }

  private let output: OutputFile
  private let catalog: TraceCatalog
  private var origin: Int64 = 0
  private var lastTime: Int64 = 0
  private var events: [InProcess<Int, UInt64>: [PendingEvent]] = [:]
  private var pendingCount = 0
  private var eventsWithoutSpan: UInt64 = 0
  private var values: UInt64 = 0
  private var retries: UInt64 = 0

  init(output: OutputFile, catalog: TraceCatalog) {
    self.output = output
    self.catalog = catalog
  }

  var omissions: [String] {
    var lines: [String] = []
    if eventsWithoutSpan > 0 {
      lines.append("points that happened in no interval: \(eventsWithoutSpan)")
    }
    if values > 0 { lines.append("values of counters, queues and measurements: \(values)") }
    if retries > 0 { lines.append("retries of dispatches: \(retries)") }
    return lines
  }

  func start(at time: Int64) {
    origin = time
  }

  func take(_ interval: TraceInterval) {
    lastTime = max(lastTime, interval.end ?? interval.begin)
    var line = JSONLine()
    line.open("{")
    line.open("[", key: "resourceSpans")
    line.open("{")
    addResource(of: Int(interval.id.processIndex), to: &line)
    line.open("[", key: "scopeSpans")
    line.open("{")
    line.open("{", key: "scope")
    line.add("name", interval.subsystem.map(catalog.string) ?? "katana")
    line.close("}")
    line.open("[", key: "spans")
    addSpan(interval, to: &line)
    for bracket in ["]", "}", "]", "}", "]", "}"] as [Character] { line.close(bracket) }
    output.write(line.bytes)
    output.write("\n")
  }

  func take(_ event: TraceEvent, fields: [TraceField]) {
    lastTime = max(lastTime, event.timestamp)
    guard case .point(_, let parentID, let name, _, _, let message) = event.payload else {
      if case .dispatchRetry = event.payload { retries += 1 } else { values += 1 }
      return
    }
    guard parentID != 0, pendingCount < Self.maximumPending else {
      eventsWithoutSpan += 1
      return
    }
    pendingCount += 1
    events[InProcess(process: event.processIndex, id: parentID), default: []].append(
      PendingEvent(time: event.timestamp, name: name, message: message, fields: fields)
    )
  }

  func finish(_ report: TraceReport) {
    eventsWithoutSpan += UInt64(pendingCount)
    pendingCount = 0
  }

  private func addResource(of processIndex: Int, to line: inout JSONLine) {
    let process = catalog.processes[processIndex]
    line.open("{", key: "resource")
    line.open("[", key: "attributes")
    add("service.name", .text(process.name ?? "unknown_service"), to: &line)
    if !process.hostname.isEmpty { add("host.name", .text(process.hostname), to: &line) }
    if let id = process.processID { add("process.pid", .integer(id), to: &line) }
    line.close("]")
    line.close("}")
  }

  private func addSpan(_ interval: TraceInterval, to line: inout JSONLine) {
    let category = interval.category.map(catalog.string) ?? ""
    let (high, low) = traceID(of: interval)
    line.open("{")
    line.add("traceId", hex: high, low)
    line.add("spanId", hex: interval.context?.spanID ?? interval.id.derivedSpanID)
    if interval.parentSpanID != 0 { line.add("parentSpanId", hex: interval.parentSpanID) }
    line.add("name", interval.name.map(catalog.string) ?? catalog.label(of: interval.kind).rawValue)
    line.add("kind", Self.kinds[category] ?? Self.internalKind)
    line.add("startTimeUnixNano", quoted: interval.begin)
    line.add("endTimeUnixNano", quoted: interval.end ?? max(lastTime, interval.begin))
    line.open("[", key: "attributes")
    add("hamon.kind", .text(catalog.label(of: interval.kind).rawValue), to: &line)
    if !category.isEmpty { add("hamon.category", .text(category), to: &line) }
    add("hamon.id", .text("\(interval.id.id)"), to: &line)
    if let cpuTime = interval.cpuTime { add("hamon.cpu_ns", .integer(cpuTime), to: &line) }
    if let wait = interval.wait { add("hamon.wait_ns", .integer(wait), to: &line) }
    if interval.end == nil { add("hamon.unended", .boolean(true), to: &line) }
    for field in interval.fields where catalog.string(field.key) != "status.message" {
      add(catalog.string(field.key), field.value, to: &line)
    }
    line.close("]")
    addEvents(of: interval, to: &line)
    if !interval.links.isEmpty {
      line.addList("links", interval.links) { line, link in
        line.open("{")
        line.add("traceId", hex: link.traceIDHigh, link.traceIDLow)
        line.add("spanId", hex: link.spanID)
        line.close("}")
      }
    }
    addStatus(of: interval, to: &line)
    line.close("}")
  }

  private func addEvents(of interval: TraceInterval, to line: inout JSONLine) {
    let owner = InProcess(process: Int(interval.id.processIndex), id: interval.id.id)
    guard !events.isEmpty, let events = events.removeValue(forKey: owner) else { return }
    pendingCount -= events.count
    line.addList("events", events) { line, event in
      line.open("{")
      line.add("timeUnixNano", quoted: event.time)
      line.add("name", catalog.string(event.name))
      line.open("[", key: "attributes")
      if !event.message.isEmpty { add("message", .text(event.message), to: &line) }
      for field in event.fields { add(catalog.string(field.key), field.value, to: &line) }
      line.close("]")
      line.close("}")
    }
  }

  /// Adds the outcome of a side effect or of a step of a route, or the status that a span was given.
  private func addStatus(of interval: TraceInterval, to line: inout JSONLine) {
    var code: Int64 = 0
    switch interval.outcome.map(catalog.string) {
    case "success": code = 1
    case "failure", "cancelled", "timeout", "incomplete", "unrealized": code = 2
    default: break
    }
    var message: String?
    for field in interval.fields {
      switch catalog.string(field.key) {
      case "status.code": code = field.value.description.lowercased() == "error" ? 2 : 1
      case "status.message": message = field.value.description
      default: break
      }
    }
    guard code != 0 else { return }
    line.open("{", key: "status")
    line.add("code", code)
    if let message { line.add("message", message) }
    line.close("}")
  }

  private func add(_ key: String, _ value: TraceField.Value, to line: inout JSONLine) {
    line.open("{")
    line.add("key", key)
    line.open("{", key: "value")
    switch value {
    case .integer(let value): line.add("intValue", quoted: value)
    case .float(let value): line.add("doubleValue", value)
    case .boolean(let value): line.add("boolValue", value)
    case .text(let value): line.add("stringValue", value)
    }
    line.close("}")
    line.close("}")
  }

  private func traceID(of interval: TraceInterval) -> (high: UInt64, low: UInt64) {
    if let context = interval.context { return (context.traceIDHigh, context.traceIDLow) }
    // One trace for each process of a recording; the begin distinguishes recordings.
    return (UInt64(bitPattern: origin), UInt64(interval.id.processIndex) + 1)
  }
}
