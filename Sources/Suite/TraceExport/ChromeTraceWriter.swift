import TraceAnalysis
import TraceReading

/// Writes trace events as JSON, for Perfetto and chrome://tracing.
///
/// Intervals are asynchronous events (`b` and `e` with an id unique in their process), because they overlap and change threads; points are
/// `n`, counters `C`.
///
/// Source: "Trace Event Format", the description that Chromium keeps; times are in microseconds.
final class ChromeTraceWriter: TraceWriter {
  private let output: OutputFile
  private let catalog: TraceCatalog
  private var origin: Int64 = 0
  private var isFirst = true
  private var names: ExportedNames
  private(set) lazy var tasks: TaskTracks? = TaskTracks(output: ChromeTasks(self))

  init(output: OutputFile, catalog: TraceCatalog) {
    self.output = output
    self.catalog = catalog
    names = ExportedNames(catalog, firstMadeUpID: 1 << 40)
    output.write(#"{"displayTimeUnit":"ns","traceEvents":["#)
  }

  func start(at time: Int64) {
    origin = time
  }

  func take(_ interval: TraceInterval) {
    var begin = open("b", interval, thread: interval.beginThreadIndex, at: interval.begin)
    begin.open("{", key: "args")
    begin.add("id", interval.id.id)
    if let parent = interval.parent {
      begin.add("parent", parent.id)
      begin.add("parent_kind", catalog.label(of: parent.kind).rawValue)
    }
    if let cpuTime = interval.cpuTime { begin.add("cpu_ns", cpuTime) }
    if let wait = interval.wait { begin.add("wait_ns", wait) }
    if let outcome = interval.outcome { begin.add("outcome", catalog.string(outcome)) }
    for field in interval.fields { add(field, to: &begin) }
    begin.close("}")
    begin.close("}")
    write(begin)
    guard let end = interval.end else { return }
    var line = open("e", interval, thread: interval.endThreadIndex ?? 0, at: end)
    line.close("}")
    write(line)
  }

  func take(_ event: TraceEvent, fields: [TraceField]) {
    var line: JSONLine
    switch event.payload {
    case .point(let id, _, let name, let subsystem, let category, let message):
      line = open("n", catalog.string(name), event)
      line.add("cat", names.owner(subsystem, category) ?? "point")
      Self.add(id: "point \(id)", to: &line)
      line.open("{", key: "args")
      if !message.isEmpty { line.add("message", message) }
      for field in fields { add(field, to: &line) }
    case .dispatchRetry(let id, let name, let attempt, let delay, let error):
      line = open("n", "retry \(catalog.string(name))", event)
      line.add("cat", "retry")
      Self.add(id: "retry \(id)", to: &line)
      line.open("{", key: "args")
      line.add("attempt", Int64(attempt))
      line.add("delay", delay)
      line.add("error", error)
    case .counter, .sample:
      guard let name = names.counter(event) else { return }
      line = open("C", name, event)
      line.open("{", key: "args")
      if case .counter(_, let value, _, _, _) = event.payload { line.add("value", value) }
      if case .sample(_, let value, _, _) = event.payload { line.add("value", value) }
    default: return
    }
    line.close("}")
    line.close("}")
    write(line)
  }

  func finish(_ report: TraceReport) {
    for index in catalog.processes.indices {
      metadata("process_name", names.process(index), process: index, thread: nil)
    }
    for (index, thread) in catalog.threads.enumerated() {
      guard let name = catalog.name(ofThread: index) else { continue }
      metadata("thread_name", name, process: thread.processIndex, thread: index)
    }
    output.write("\n]}\n")
  }

  private func metadata(_ kind: String, _ name: String, process: Int, thread: Int?) {
    var line = JSONLine()
    line.open("{")
    line.add("ph", "M")
    line.add("name", kind)
    line.add("pid", names.processID(process))
    if let thread { line.add("tid", names.threadID(thread)) }
    line.open("{", key: "args")
    line.add("name", name)
    line.close("}")
    line.close("}")
    write(line)
  }

  private func open(
    _ phase: String,
    _ interval: TraceInterval,
    thread: Int,
    at time: Int64
  ) -> JSONLine {
    let kind = catalog.label(of: interval.kind).rawValue
    return open(
      phase,
      interval.name.map(catalog.string) ?? kind,
      category: names.owner(interval.subsystem, interval.category) ?? kind,
      id: "\(kind) \(interval.id.id)",
      process: Int(interval.id.processIndex),
      thread: thread,
      at: time
    )
  }

  private func open(_ phase: String, _ name: String, _ event: TraceEvent) -> JSONLine {
    open(
      phase,
      name,
      process: event.processIndex,
      thread: event.threadIndex,
      at: event.timestamp
    )
  }

  /// Opens a line with the members that all events have.
  func open(
    _ phase: String,
    _ name: String,
    category: String? = nil,
    id: String? = nil,
    process: Int,
    thread: Int?,
    at time: Int64
  ) -> JSONLine {
    var line = JSONLine()
    line.open("{")
    line.add("ph", phase)
    if let category { line.add("cat", category) }
    line.add("name", name)
    if let id { Self.add(id: id, to: &line) }
    line.add("pid", names.processID(process))
    // No thread has this number.
    line.add("tid", thread.map { names.threadID($0) } ?? 0)
    line.add("ts", Double(time - origin) / 1000)
    return line
  }

  private static func add(id: String, to line: inout JSONLine) {
    line.open("{", key: "id2")
    line.add("local", id)
    line.close("}")
  }

  private func add(_ field: TraceField, to line: inout JSONLine) {
    line.key(catalog.string(field.key))
    switch field.value {
    case .integer(let value): line.add(nil, value)
    case .float(let value): line.add(nil, value)
    case .boolean(let value): line.add(nil, value)
    case .text(let value): line.add(nil, value)
    }
  }

  func write(_ line: JSONLine) {
    output.write(isFirst ? "\n" : ",\n")
    isFirst = false
    output.write(line.bytes)
  }
}
