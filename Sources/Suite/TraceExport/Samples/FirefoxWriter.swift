import SampleAnalysis
import TraceAnalysis
import TraceReading

/// Writes a processed profile for the Firefox Profiler: intervals as markers of the threads that they began on, and for each thread its
/// running stacks and, as a thread of its own, its waiting stacks, weighted by time.
///
/// Source: src/types/profile.ts of github.com/firefox-devtools/profiler, at version 62 of the processed format; the profiler upgrades older
/// versions.
final class FirefoxWriter: TraceWriter {
  private static let version: Int64 = 62
  /// The profiler itself can't show more.
  private static let maximumMarkers = 1 << 20

  private typealias ThreadKey = InProcess<Int64, Int64>

  private struct Marker {
    let begin: Int64
    let end: Int64?
    let name: Int64
    let detail: Int64
  }

  private struct Thread {
    let key: ThreadKey
    var name: String
    var markers: [Marker] = []
    var timeline: ThreadTimeline?
  }

  private let output: OutputFile
  private let catalog: TraceCatalog
  private let samples: ExportedSamples?
  private var tables: FirefoxTables
  private var threads: [Thread] = []
  private var places: [ThreadKey: Int] = [:]
  private var origin: Int64 = 0
  private var markerCount = 0
  private var leftOut: UInt64 = 0
  private var values: UInt64 = 0

  init(output: OutputFile, catalog: TraceCatalog, samples: ExportedSamples?) {
    self.output = output
    self.catalog = catalog
    self.samples = samples
    tables = FirefoxTables(samples?.profile.stacks)
  }

  var omissions: [String] {
    var lines: [String] = []
    if leftOut > 0 { lines.append("intervals and points beyond the first million: \(leftOut)") }
    if values > 0 { lines.append("values of counters, queues and measurements: \(values)") }
    return lines
  }

  func start(at time: Int64) {
    let sampled = samples.map { $0.time($0.profile.span.lowerBound) } ?? time
    origin = min(time, sampled)
  }

  func take(_ interval: TraceInterval) {
    let label = catalog.label(of: interval.kind).rawValue
    let owner = [interval.subsystem, interval.category].compactMap { $0.map(catalog.string) }
      .filter { !$0.isEmpty }.joined(separator: "/")
    let fields = interval.fields.map { "\(catalog.string($0.key))=\($0.value)" }
    let details = ([label, owner] + fields).filter { !$0.isEmpty }
    add(
      on: interval.beginThreadIndex,
      name: interval.name.map(catalog.string) ?? label,
      detail: details.joined(separator: ", "),
      from: interval.begin,
      to: interval.end ?? .max
    )
  }

  func take(_ event: TraceEvent, fields: [TraceField]) {
    switch event.payload {
    case .point(_, _, let name, _, _, let message):
      let texts = fields.map { "\(catalog.string($0.key))=\($0.value)" }
      add(
        on: event.threadIndex,
        name: catalog.string(name),
        detail: ([message] + texts).filter { !$0.isEmpty }.joined(separator: ", "),
        from: event.timestamp,
        to: nil
      )
    case .dispatchRetry(_, let name, _, _, let error):
      add(
        on: event.threadIndex,
        name: "retry \(catalog.string(name))",
        detail: error,
        from: event.timestamp,
        to: nil
      )
    default: values += 1
    }
  }

  /// Adds a marker; without an end it is an instant, and one that ends at the greatest time has never ended.
  private func add(on thread: Int, name: String, detail: String, from begin: Int64, to end: Int64?)
  {
    guard markerCount < Self.maximumMarkers else {
      leftOut += 1
      return
    }
    markerCount += 1
    let place = place(ofThread: thread)
    threads[place].markers.append(
      Marker(begin: begin, end: end, name: tables.text(name), detail: tables.text(detail))
    )
  }

  private func place(ofThread index: Int) -> Int {
    let thread = catalog.threads[index]
    let process = catalog.processes[thread.processIndex]
    // Threads without a number in the trace are numbered beyond all others.
    let key = ThreadKey(
      process: process.processID ?? 1 << 40 + Int64(thread.processIndex),
      id: thread.threadID ?? 1 << 40 + Int64(index)
    )
    return place(key, name: catalog.name(ofThread: index) ?? process.name)
  }

  private func place(_ key: ThreadKey, name: String?) -> Int {
    if let place = places[key] { return place }
    places[key] = threads.count
    threads.append(Thread(key: key, name: name ?? "thread \(key.id)"))
    return threads.count - 1
  }

  func finish(_ report: TraceReport) {
    for timeline in samples?.threads ?? [] {
      let key = ThreadKey(process: Int64(timeline.process), id: Int64(timeline.thread))
      let name = timeline.name.isEmpty ? nil : samples?.profile.name(of: timeline)
      let place = place(key, name: name)
      threads[place].timeline = timeline
      if let name { threads[place].name = name }
    }
    var names: [Int64: String] = [:]
    for process in catalog.processes {
      if let id = process.processID, let name = process.name { names[id] = name }
    }
    write { addMeta(to: &$0) }
    output.write(#","pages":[],"profilerOverhead":[],"counters":[],"threads":["#)
    // The main thread is the first of its process.
    let sorted = threads.sorted {
      ($0.key.process, $0.key.id == $0.key.process ? 0 : 1, $0.key.id)
        < ($1.key.process, $1.key.id == $1.key.process ? 0 : 1, $1.key.id)
    }
    var isFirst = true
    for thread in sorted {
      let processName = names[thread.key.process] ?? thread.name
      for isWaiting in [false, true] where !isWaiting || thread.timeline != nil {
        if !isFirst { output.write(",") }
        isFirst = false
        write { add(thread, of: processName, isWaiting: isWaiting, to: &$0) }
      }
    }
    output.write("],")
    write { tables.addLibraries(to: &$0) }
    output.write(",")
    write { tables.addShared(to: &$0) }
    output.write("}\n")
  }

  private func write(_ body: (inout JSONLine) -> Void) {
    var line = JSONLine()
    body(&line)
    output.write(line.bytes)
  }

  /// Opens the object of the profile.
  private func addMeta(to line: inout JSONLine) {
    line.open("{")
    line.open("{", key: "meta")
    line.add("version", 24)
    line.add("preprocessedProfileVersion", Self.version)
    line.add("product", names)
    line.add("processType", 0)
    line.add("startTime", Double(origin) / 1e6)
    line.add("interval", Double(samples?.profile.period ?? 1_000_000) / 1e6)
    line.add("debug", false)
    line.add("symbolicated", true)
    line.add("usesOnlyOneStackType", true)
    line.add("sourceCodeIsNotOnSearchfox", true)
    line.open("{", key: "sampleUnits")
    line.add("time", "ms")
    line.add("eventDelay", "ms")
    line.add("threadCPUDelta", "\u{b5}s")
    line.close("}")
    FirefoxTables.addCategories(to: &line)
    line.open("{", key: "extensions")
    line.add("length", 0)
    for key in ["id", "name", "baseURL"] as [StaticString] { line.addList(key, []) }
    line.close("}")
    addMarkerSchema(to: &line)
    line.close("}")
  }

  private var names: String {
    let names = Set(catalog.processes.compactMap(\.name)).sorted()
    return names.isEmpty ? "hamon" : names.joined(separator: ", ")
  }

  private func addMarkerSchema(to line: inout JSONLine) {
    line.open("[", key: "markerSchema")
    line.open("{")
    line.add("name", "Text")
    line.add("tableLabel", "{marker.name} - {marker.data.name}")
    line.add("chartLabel", "{marker.name}")
    let places = ["marker-chart", "marker-table", "timeline-overview"]
    line.addList("display", places) { $0.add(nil, $1) }
    line.open("[", key: "fields")
    line.open("{")
    line.add("key", "name")
    line.add("label", "Details")
    line.add("format", "unique-string")
    line.close("}")
    line.close("]")
    line.close("}")
    line.close("]")
  }

  private func add(
    _ thread: Thread,
    of process: String,
    isWaiting: Bool,
    to line: inout JSONLine
  ) {
    line.open("{")
    line.add("name", isWaiting ? "\(thread.name), waiting" : thread.name)
    line.add("isMainThread", thread.key.id == thread.key.process && !isWaiting)
    line.add("processName", process)
    line.add("processType", "default")
    line.add("pid", "\(thread.key.process)")
    line.add("tid", isWaiting ? "\(thread.key.id) waiting" : "\(thread.key.id)")
    line.add("processStartupTime", 0)
    line.addNull("processShutdownTime")
    line.add("registerTime", 0)
    line.addNull("unregisterTime")
    line.add("showMarkersInTimeline", !thread.markers.isEmpty)
    line.addList("pausedRanges", [])
    addMarkers(isWaiting ? [] : thread.markers, to: &line)
    if isWaiting { addWaits(thread, to: &line) } else { addRuns(thread, to: &line) }
    line.close("}")
  }

  private func addMarkers(_ markers: [Marker], to line: inout JSONLine) {
    func milliseconds(_ time: Int64) -> Double { Double(time - origin) / 1e6 }
    line.open("{", key: "markers")
    line.add("length", Int64(markers.count))
    line.addList("category", markers) { line, _ in line.add(nil, FirefoxTables.otherCategory) }
    line.addList("name", markers) { $0.add(nil, $1.name) }
    line.addList("startTime", markers) { $0.add(nil, milliseconds($1.begin)) }
    line.addList("endTime", markers) { line, marker in
      if let end = marker.end, end != .max {
        line.add(nil, milliseconds(end))
      } else {
        line.addNull(nil)
      }
    }
    // An instant, an interval, or the begin of one that hasn't ended.
    line.addList("phase", markers) { line, marker in
      line.add(nil, marker.end.map { $0 == .max ? 2 : 1 } ?? 0)
    }
    line.addList("data", markers) { line, marker in
      line.open("{")
      line.add("type", "Text")
      line.add("name", marker.detail)
      line.close("}")
    }
    line.close("}")
  }

  private func addRuns(_ thread: Thread, to line: inout JSONLine) {
    let all = thread.timeline?.samples ?? SampleList()
    addSamples(all.map { ($0.time, $0.stack) }, to: &line) { line in
      let period = samples?.profile.period ?? 0
      line.addList("weight", all) { line, _ in line.add(nil, 1) }
      line.add("weightType", "samples")
      line.addList("threadCPUDelta", all) { line, _ in line.add(nil, period / 1000) }
    }
  }

  private func addWaits(_ thread: Thread, to line: inout JSONLine) {
    let all = thread.timeline.flatMap { samples?.waits(of: $0) } ?? []
    addSamples(all.map { ($0.begin, $0.stack) }, to: &line) { line in
      line.addList("weight", all) { $0.add(nil, Double($1.time) / 1e6) }
      line.add("weightType", "tracing-ms")
    }
  }

  private func addSamples(
    _ all: [(time: UInt64, stack: Int32)],
    to line: inout JSONLine,
    _ others: (inout JSONLine) -> Void
  ) {
    line.open("{", key: "samples")
    line.add("length", Int64(all.count))
    line.addList("stack", all) { line, sample in
      if let stack = tables.stack(sample.stack) { line.add(nil, stack) } else { line.addNull(nil) }
    }
    var last = origin
    line.addList("timeDeltas", all) { line, sample in
      let time = samples?.time(sample.time) ?? origin
      line.add(nil, Double(time - last) / 1e6)
      last = time
    }
    others(&line)
    line.close("}")
  }
}
