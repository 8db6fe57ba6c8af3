import BenchmarkReport
import BenchmarkResults
import Foundation
import MemoryAnalysis
import ReportRendering
import SampleAnalysis
import SuiteErrors
import TaskAnalysis
import TraceAnalysis
import TraceReading

/// One run of `hamon report`.
struct ReportRun {
  let command: ReportCommand

  /// Reads the trace and writes the requested reports.
  ///
  /// - Returns: Whether the whole trace could be read.
  func run() async throws -> Bool {
    // First what fails fast, before a long trace is read.
    let benchmarks = try readResults()
    let baseline = try command.baseline.map { try read([$0], sink: nil) }
    let sampled = try ReportedSamples(tracesAt: command.traces)
    let memory = try ReportedMemory(tracesAt: command.traces)
    let isAlone = command.traces.count == 1 && !TraceClock.isTrace(command.traces[0])
    if isAlone, sampled != nil || memory != nil {
      return try writeAlone(sampled, memory, isWithoutEvents: true)
    }
    var timeline: TimelineRecorder?
    var profiler: IntervalProfiler?
    var allocations: IntervalMemory?
    var tasks: ReportedTasks?
    var catalog: TraceCatalog?
    func readEvents() throws -> TraceReport {
      try read(command.traces, pairs: command.pair) { found in
        catalog = found
        if command.html != nil { timeline = TimelineRecorder(catalog: found) }
        profiler = ReportedSamples.profiler(sampled, found, next: timeline)
        var next: (any TraceIntervalSink)? = if let profiler { profiler } else { timeline }
        allocations = memory?.intervals(found, next: next)
        if let allocations { next = allocations }
        let made = ReportedTasks(
          found,
          next: next,
          samples: sampled,
          profiler: profiler,
          memory: memory,
          hasPage: command.html != nil,
          window: command.tasksIn?.nanoseconds
        )
        tasks = made
        return made.recorder
      }
    }
    var report: TraceReport
    do {
      report = try readEvents()
    } catch let fault as TraceReadingError where fault.code != .unknownPair {
      guard sampled != nil || memory != nil else { throw fault }
      // The samples and the memory can still be reported.
      StandardError.error("\(fault)")
      _ = try writeAlone(sampled, memory, isWithoutEvents: false)
      return false
    }
    report.comparison = baseline.map { TraceComparison(of: report, to: $0) }
    var finished = try tasks?.finish(tracesAt: command.traces)
    let samples = sampled.map {
      SampleReport($0.profile, intervals: profiler, words: finished?.words)
    }
    let byTasks = samples == nil ? profiler?.reasons(finished?.words) : nil
    finished?.report.intervalReasons = byTasks
    sampled?.add(to: &report)
    let blocks = memory.map {
      MemoryReport($0.profile, intervals: allocations, tasks: finished?.memory ?? [])
    }
    let sections =
      (finished?.report.sections() ?? []) + (samples?.sections() ?? []) + (blocks?.sections() ?? [])
    let why = Why(trace: report, tasks: finished?.report, samples: samples, memory: blocks)
    try write { width in
      var text = why.rendered(width: width) + "\n" + report.renderedText(width: width)
      for section in sections { text += "\n" + section.rendered(width: width) }
      if let benchmarks { text += "\n" + benchmarks.text(width: width) }
      return text
    }
    try writeJSON(
      ReportDocument(
        why: why,
        trace: report,
        samples: samples,
        tasks: finished?.report,
        memory: blocks
      )
    )
    let page = samples.flatMap { sampled?.page($0, catalog: catalog) }
    try await writePage(
      report,
      why: why,
      tasks: finished?.page,
      samples: page,
      memory: blocks.flatMap { memory?.page($0) },
      timeline: timeline,
      benchmarks: benchmarks
    )
    let parts = (samples?.faults ?? []) + (blocks?.faults ?? [])
    for fault in report.faults + (baseline?.faults ?? []) + parts { StandardError.error(fault) }
    return !report.isPartial && baseline?.isPartial != true && parts.isEmpty
  }

  /// Writes the samples and the memory of a program that emitted no events, or whose events can't be read.
  private func writeAlone(
    _ sampled: ReportedSamples?,
    _ memory: ReportedMemory?,
    isWithoutEvents: Bool
  ) throws -> Bool {
    let samples = sampled.map { SampleReport($0.profile, intervals: nil) }
    let blocks = memory.map { MemoryReport($0.profile) }
    var threads = TraceAnalyzer(catalog: TraceCatalog()).report(path: "", summary: .empty)
    sampled?.add(to: &threads)
    let why = Why(
      trace: nil,
      tasks: nil,
      samples: samples,
      memory: blocks,
      first: isWithoutEvents && samples != nil ? [alone(threads, blocks)] : []
    )
    let sections =
      (samples?.sections() ?? []) + threads.threadSections() + (blocks?.sections() ?? [])
    try write { width in
      ([why.rendered(width: width)] + sections.map { $0.rendered(width: width) })
        .joined(separator: "\n")
    }
    try writeJSON(
      ReportDocument(why: why, trace: nil, samples: samples, tasks: nil, memory: blocks)
    )
    if let htmlPath = command.html {
      var page = HTMLPage(title: samples == nil ? "Memory" : "Samples")
      why.add(to: &page)
      let part = samples.flatMap { sampled?.page($0, catalog: nil) }
      let memoryPart = blocks.flatMap { memory?.page($0, isAlone: true) }
      // Without events both have the machine's clock.
      let spans = [part?.threads?.span, memoryPart?.span].compactMap { $0 }
      let begin = spans.map(\.lowerBound).min() ?? 0
      let length = (spans.map(\.upperBound).max() ?? 0) - begin
      try ThreadLanes.addTimeline(lasting: length, to: &page)
      try part?.addSections(to: &page, origin: begin)
      for section in threads.threadSections() { section.add(to: &page) }
      try memoryPart?.addSections(to: &page, origin: begin)
      try ReportOutput.write(Data(page.rendered().utf8), to: htmlPath)
    }
    let faults = (samples?.faults ?? []) + (blocks?.faults ?? [])
    for fault in faults { StandardError.error(fault) }
    return faults.isEmpty
  }

  /// The line that says what a report without events is of.
  private func alone(
    _ report: TraceReport,
    _ memory: MemoryReport?
  ) -> Why.Reason {
    let parts = memory == nil ? "samples" : "samples and memory"
    var subject = ""
    if let threads = report.threads, let longest = threads.first {
      let others = Set(threads.map(\.processID)).count - 1
      let more = others > 0 ? " and \(others) more process\(others > 1 ? "es" : "")" : ""
      let name = longest.process.map { "`\($0)`" } ?? "process"
      subject =
        " of \(name) (\(longest.processID ?? 0))\(more), \(threads.count) thread\(threads.count > 1 ? "s" : "")"
    }
    return Why.Reason(
      .alone,
      "\(parts) alone\(subject): no program emitted events, so there are no intervals."
    )
  }

  /// Reads the trace and writes the pairs of events that are intervals.
  ///
  /// - Returns: Whether the whole trace could be read.
  func listPairs() throws -> Bool {
    let (reader, progress) = try open()
    let faults = try read(reader, progress) { _ in }
    let list = PairList(reader.catalog)
    try write { list.renderedText(width: $0) }
    for fault in faults { StandardError.error("\(fault)") }
    return faults.isEmpty
  }

  /// Opens the trace for a list or a request.
  func open() throws -> (reader: TraceReader, progress: ReadingProgress) {
    let path = command.traces.joined(separator: ", ")
    DamagedTraceGuard.install(trace: path)
    let reader = try TraceReader(paths: command.traces, pairs: command.pair)
    return (reader, ReadingProgress(path))
  }

  /// Reads all events.
  ///
  /// - Returns: The faults of the trace.
  func read(
    _ reader: TraceReader,
    _ progress: ReadingProgress,
    _ consume: (TraceEvent) -> Void
  ) throws -> [TraceReadingError] {
    defer { progress.clear() }
    var count: UInt64 = 0
    return try reader.read { event in
      consume(event)
      count += 1
      if count & 0xffff == 0 { progress.show(TraceProgress(events: count, of: reader)) }
    }.faults
  }

  /// Writes the text, made for a width of lines.
  func write(_ text: (_ width: Int?) -> String) throws {
    let width = ReportOutput.lineWidth(of: command.text)
    try ReportOutput.write(Data(text(width).utf8), to: command.text)
  }

  private func read(
    _ paths: [String],
    pairs: [TracePairRule] = [],
    sink: ((TraceCatalog) -> (any TraceIntervalSink)?)?
  ) throws -> TraceReport {
    let path = paths.joined(separator: ", ")
    let progress = ReadingProgress(path)
    defer { progress.clear() }
    DamagedTraceGuard.install(trace: path)
    return try TraceReport(readingTracesAt: paths, pairs: pairs, sink: sink) { progress.show($0) }
  }

  private func readResults() throws -> ComparisonReport? {
    try command.results.map { ComparisonReport(try ResultCollection.read($0)) }
  }

  private func writeJSON(_ report: ReportDocument) throws {
    guard let jsonPath = command.json else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try ReportOutput.write(try encoder.encode(report) + Data("\n".utf8), to: jsonPath)
  }

  private func writePage(
    _ report: TraceReport,
    why: Why,
    tasks: TaskPage?,
    samples: SamplePage?,
    memory: MemoryPage?,
    timeline: TimelineRecorder?,
    benchmarks: ComparisonReport?
  ) async throws {
    guard let htmlPath = command.html else { return }
    var page = HTMLPage(title: benchmarks == nil ? "Trace report" : "Trace and benchmarks")
    // The reasons and the summary first, then the measurements, then the trace.
    why.add(to: &page)
    benchmarks?.addSummary(to: &page)
    for fault in report.faults { page.addParagraph(fault) }
    benchmarks?.addFasterPeers(to: &page)
    if let benchmarks { await benchmarks.addSections(to: &page) }
    // Tasks and memory need a timeline, even without intervals in it.
    let spans = [samples?.threads?.span, memory?.span].compactMap { $0 }
    let hasLanes = tasks != nil || !spans.isEmpty
    let threads =
      hasLanes
      ? ThreadLanes(spans: spans, numbers: samples?.threads?.numbers, in: report) : nil
    let span = report.span(with: threads)
    try report.addSections(
      to: &page,
      latencyPlot: await plot(of: report),
      timeline: timeline,
      threads: threads
    ) { page in
      try tasks?.addForest(to: &page, span: span, lanes: threads?.numbers ?? [:])
    }
    tasks?.addTables(to: &page, hasForest: !span.isEmpty)
    try samples?.addSections(to: &page, origin: span.lowerBound)
    try memory?.addSections(to: &page, origin: span.lowerBound)
    try ReportOutput.write(Data(page.rendered().utf8), to: htmlPath)
  }

  /// The plot of latencies; without gnuplot the page has only its tables.
  private func plot(of report: TraceReport) async -> String? {
    guard let script = report.latencyPlotScript() else { return nil }
    do throws(SuiteError) {
      return try await Gnuplot.svg(script: script)
    } catch {
      StandardError.warning("the page has no plot of latencies: \(error)")
      return nil
    }
  }
}

/// Where `hamon report` writes.
enum ReportOutput {
  /// The maximum width of a line there; `nil` for no limit.
  static func lineWidth(of path: String?) -> Int? {
    file(path) == nil ? TerminalSize.outputWidth : nil
  }

  /// The file of a path; `nil` for standard output.
  private static func file(_ path: String?) -> String? { path == "-" ? nil : path }

  /// Writes to a file, or to stdout if there is no path or it is `-`.
  static func write(_ data: Data, to path: String?) throws(SuiteError) {
    guard let path = file(path) else { return try StandardOutput.write(data) }
    let remedy = "give a file in a directory that exists and is writable"
    try WrittenFile.write(data, to: path, orElse: remedy)
  }
}
