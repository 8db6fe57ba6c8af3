import TraceAnalysis
import TraceReading

/// Writes trace events as JSON, for Perfetto and chrome://tracing.
///
/// Intervals are asynchronous events (`b` and `e` with an id of their process's own), because they
/// overlap and change threads; points are `n`, counters `C`.
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

  var omissions: [String] { [] }

  func start(at time: Int64) {
    origin = time
  }

  func take(_ interval: TraceInterval) {
    var begin = JSONLine()
    open(&begin, phase: "b", interval, thread: interval.beginThreadIndex, time: interval.begin)
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
    var line = JSONLine()
    open(&line, phase: "e", interval, thread: interval.endThreadIndex ?? 0, time: end)
    line.close("}")
    write(line)
  }

  func take(_ event: TraceEvent, fields: [TraceField]) {
    var line = JSONLine()
    switch event.payload {
    case .point(let id, _, let name, let subsystem, let category, let message):
      open(&line, phase: "n", name: catalog.string(name), event)
      line.add("cat", names.owner(subsystem, category) ?? "point")
      line.open("{", key: "id2")
      line.add("local", "point \(id)")
      line.close("}")
      line.open("{", key: "args")
      if !message.isEmpty { line.add("message", message) }
      for field in fields { add(field, to: &line) }
    case .dispatchRetry(let id, let name, let attempt, let delay, let error):
      open(&line, phase: "n", name: "retry \(catalog.string(name))", event)
      line.add("cat", "retry")
      line.open("{", key: "id2")
      line.add("local", "retry \(id)")
      line.close("}")
      line.open("{", key: "args")
      line.add("attempt", Int64(attempt))
      line.add("delay", delay)
      line.add("error", error)
    case .counter(_, let value, _, _, _):
      guard let name = names.counter(event) else { return }
      open(&line, phase: "C", name: name, event)
      line.open("{", key: "args")
      line.add("value", value)
    case .sample(_, let value, _, _):
      guard let name = names.counter(event) else { return }
      open(&line, phase: "C", name: name, event)
      line.open("{", key: "args")
      line.add("value", value)
    default: return
    }
    line.close("}")
    line.close("}")
    write(line)
  }

  func finish(_ report: TraceReport) {
    for (index, process) in catalog.processes.enumerated() {
      let name = [process.name ?? "process", process.hostname].filter { !$0.isEmpty }
      metadata("process_name", name.joined(separator: "@"), process: index, thread: nil)
    }
    for (index, thread) in catalog.threads.enumerated() {
      guard let name = thread.name else { continue }
      metadata("thread_name", name, process: thread.processIndex, thread: index)
    }
    output.write("\n]}\n")
  }

  private func metadata(_ kind: String, _ name: String, process: Int, thread: Int?) {
    var line = JSONLine()
    line.open("{")
    line.add("ph", "M")
    line.add("name", kind)
    line.add("pid", processID(process))
    if let thread { line.add("tid", threadID(thread)) }
    line.open("{", key: "args")
    line.add("name", name)
    line.close("}")
    line.close("}")
    write(line)
  }

  private func open(
    _ line: inout JSONLine,
    phase: String,
    _ interval: TraceInterval,
    thread: Int,
    time: Int64
  ) {
    line.open("{")
    line.add("ph", phase)
    line.add(
      "cat",
      names.owner(interval.subsystem, interval.category)
        ?? catalog.label(of: interval.kind).rawValue
    )
    line.add("name", interval.name.map(catalog.string) ?? catalog.label(of: interval.kind).rawValue)
    line.open("{", key: "id2")
    line.add("local", "\(catalog.label(of: interval.kind).rawValue) \(interval.id.id)")
    line.close("}")
    line.add("pid", processID(Int(interval.id.processIndex)))
    line.add("tid", threadID(thread))
    line.add("ts", Double(time - origin) / 1000)
  }

  private func open(_ line: inout JSONLine, phase: String, name: String, _ event: TraceEvent) {
    line.open("{")
    line.add("ph", phase)
    line.add("name", name)
    line.add("pid", processID(event.processIndex))
    line.add("tid", threadID(event.threadIndex))
    line.add("ts", Double(event.timestamp - origin) / 1000)
  }

  /// Opens a line of what tasks do.
  func taskLine(
    _ phase: String,
    _ name: String,
    id: String?,
    process: Int,
    thread: Int?,
    at time: Int64
  ) -> JSONLine {
    var line = JSONLine()
    line.open("{")
    line.add("ph", phase)
    line.add("name", name)
    if let id {
      line.open("{", key: "id2")
      line.add("local", id)
      line.close("}")
    }
    line.add("pid", processID(process))
    // No thread has this number.
    line.add("tid", thread.map(threadID) ?? 0)
    line.add("ts", Double(time - origin) / 1000)
    return line
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

  private func processID(_ index: Int) -> Int64 { names.processID(index) }

  private func threadID(_ index: Int) -> Int64 {
    names.threadID(index)
  }

  func write(_ line: JSONLine) {
    output.write(isFirst ? "\n" : ",\n")
    isFirst = false
    output.write(line.bytes)
  }
}
