import MemoryAnalysis
import SampleAnalysis
import SuiteErrors
import TaskAnalysis
package import TraceAnalysis
package import TraceReading

/// Writes a trace in a format for other tools.
package struct TraceExporter: Sendable {
  package struct Summary: Sendable {
    /// The report of the trace that was written.
    package let report: TraceReport
    /// The parts that the format has no place for, one line each.
    package let omissions: [String]
    /// Whether nothing of the trace was written.
    package let isEmpty: Bool
    /// The unreadable parts of samples and memory, a line each.
    package let sampleFaults: [String]
  }

  package let path: String
  package let format: TraceExportFormat
  package let outputPath: String?

  /// Creates an exporter.
  ///
  /// - Parameters:
  ///   - path: A directory that holds a trace, at any depth.
  ///   - format: The format.
  ///   - outputPath: The file, which is overwritten; `nil` or `-` for stdout.
  package init(path: String, format: TraceExportFormat, outputPath: String?) {
    self.path = path
    self.format = format
    self.outputPath = outputPath
  }

  /// Reads the trace and writes it.
  ///
  /// A part that can't be read is left out, and the report says so.
  ///
  /// - Complexity: Proportional to the number of events and of samples. Memory doesn't grow with the number of events, as each interval is
  ///   written when it has ended; ``TraceExportFormat/firefox`` keeps up to a million.
  /// - Parameter progress: Gets the progress of the reading from time to time.
  /// - Returns: The report of the trace, and what was left out.
  /// - Throws: `TraceReadingError` if no part of the trace can be read, `SuiteError` if its samples can't, or the file can't be written.
  package func run(progress: (TraceProgress) -> Void = { _ in }) throws -> Summary {
    let samples = try readSamples()
    let memory = try readMemory()
    // A program without events can still be sampled.
    let hasEvents = samples == nil && memory == nil || TraceClock.isTrace(path)
    let reader = hasEvents ? try TraceReader(path: path) : nil
    let output = try OutputFile(path: outputPath)
    let writer = writer(to: output, catalog: reader?.catalog ?? TraceCatalog(), samples, memory)
    let parts = WrittenParts(writer)
    var report = TraceAnalyzer(catalog: TraceCatalog()).report(path: path, summary: .empty)
    if let reader {
      let recorder = writer.tasks.map { tasks in
        TaskRecorder(catalog: reader.catalog, next: parts, observers: [tasks])
      }
      writer.tasks?.titles = try recorder.map { try TaskTitles($0, inTrace: path) }
      let sink: any TraceIntervalSink = if let recorder { recorder } else { parts }
      do throws(TraceReadingError) {
        report = try TraceReport(reading: reader, sink: sink, progress: progress)
      } catch {
        // The samples and the memory can still be written.
        guard samples != nil || memory != nil else { throw error }
        report = TraceAnalyzer(catalog: reader.catalog).report(path: path, summary: .unread(error))
      }
      recorder?.finish()
      // Breaks a reference cycle: they know the recorder, which knows them.
      writer.tasks?.titles = nil
    }
    if report.firstTimestamp == nil {
      let begins = [
        samples.map { $0.time($0.profile.span.lowerBound) },
        memory.map { Int64($0.profile.span.lowerBound) + $0.clockOffset },
      ]
      if let begin = begins.compactMap({ $0 }).min() { writer.start(at: begin) }
    }
    writer.finish(report)
    try output.close()
    // Folded stacks contain only intervals.
    let isEmpty =
      samples == nil && memory == nil && parts.intervals == 0 && writer.tasks?.count ?? 0 == 0
      && (format == .folded || parts.events == 0)
    return Summary(
      report: report,
      omissions: writer.omissions,
      isEmpty: isEmpty,
      sampleFaults: (samples?.profile.faults ?? []) + (memory?.profile.faults ?? [])
    )
  }

  /// Reads the samples, if there are any and the format has a place for them.
  private func readSamples() throws(SuiteError) -> ExportedSamples? {
    guard format.hasSamples, SampleProfile.exists(inTrace: path) else { return nil }
    return try ExportedSamples(inTrace: path)
  }

  /// Reads the memory, if there is any and the format has a place for it.
  private func readMemory() throws(SuiteError) -> ExportedMemory? {
    guard format == .perfetto, MemoryProfile.exists(inTrace: path) else { return nil }
    return try ExportedMemory(inTrace: path)
  }

  private func writer(
    to output: OutputFile,
    catalog: TraceCatalog,
    _ samples: ExportedSamples?,
    _ memory: ExportedMemory?
  ) -> any TraceWriter {
    switch format {
    case .chrome: ChromeTraceWriter(output: output, catalog: catalog)
    case .perfetto:
      PerfettoWriter(output: output, catalog: catalog, samples: samples, memory: memory)
    case .firefox: FirefoxWriter(output: output, catalog: catalog, samples: samples)
    case .folded: FoldedStackWriter(output: output)
    case .csv: CSVWriter(output: output, catalog: catalog)
    case .otlp: OTLPWriter(output: output, catalog: catalog)
    }
  }
}

package enum TraceExportFormat: String, CaseIterable, Sendable {
  /// Trace events as JSON, for Perfetto (ui.perfetto.dev) and chrome://tracing.
  case chrome
  /// A Perfetto trace, in protocol buffers, with the samples and the memory.
  case perfetto
  /// A processed profile as JSON for the Firefox Profiler: the samples, and intervals as markers.
  case firefox
  /// Folded stacks, for flame graphs: paths of names with their self times in nanoseconds.
  case folded
  /// One row an interval, point or value, with a header (RFC 4180).
  case csv
  /// OpenTelemetry spans as JSON lines (OTLP/JSON), for a collector's file receiver.
  case otlp

  /// Whether the format includes samples.
  var hasSamples: Bool { self == .perfetto || self == .firefox }
}

/// Counts what a writer gets.
private final class WrittenParts: TraceIntervalSink {
  private let writer: any TraceWriter
  private(set) var intervals = 0
  private(set) var events = 0

  init(_ writer: any TraceWriter) { self.writer = writer }

  func start(at time: Int64) { writer.start(at: time) }

  func begin(_ id: TraceIntervalID, parent: TraceIntervalID?, at time: Int64) {
    writer.begin(id, parent: parent, at: time)
  }

  func take(_ interval: TraceInterval) {
    intervals += 1
    writer.take(interval)
  }

  func take(_ event: TraceEvent, fields: [TraceField]) {
    events += 1
    writer.take(event, fields: fields)
  }
}

/// Writes the contents of a trace in one format.
protocol TraceWriter: TraceIntervalSink {
  /// The parts that the format has no place for, one line each.
  var omissions: [String] { get }

  /// Writes what tasks do; `nil` if the format has no place for it.
  var tasks: TaskTracks? { get }

  /// Writes the rest after the whole trace was read.
  func finish(_ report: TraceReport)
}

extension TraceWriter {
  var omissions: [String] { [] }

  var tasks: TaskTracks? { nil }
}
