import SampleAnalysis
import SuiteErrors
import TaskAnalysis
package import TraceAnalysis
package import TraceReading

/// Writes a trace in a form that other tools read.
package struct TraceExporter: Sendable {
  package struct Summary: Sendable {
    /// The report of the trace that was written.
    package let report: TraceReport
    /// The parts that the form has no place for, one line each.
    package let omissions: [String]
    /// Whether nothing of the trace was written.
    package let isEmpty: Bool
    /// What of the samples could not be read, a line each.
    package let sampleFaults: [String]
  }

  package let path: String
  package let format: TraceExportFormat
  package let outputPath: String?
  /// As `TraceReader.decodingThreads`.
  package var decodingThreads: Int?

  /// Describes an export.
  ///
  /// - Parameters:
  ///   - path: A directory that holds a trace, at any depth.
  ///   - format: The form.
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
  /// - Complexity: Proportional to the number of events and of samples. Memory doesn't grow with that of events: each interval is
  ///   written as soon as it has ended; of ``TraceExportFormat/firefox`` a million are kept.
  /// - Parameter progress: Is told from time to time how far the reading is.
  /// - Returns: The report of the trace, and what was left out.
  /// - Throws: `TraceReadingError` if no part of the trace can be read, `SuiteError` if its samples can't, ``TraceExportError`` if
  ///   the file can't be written.
  package func run(progress: (TraceProgress) -> Void = { _ in }) throws -> Summary {
    let samples = try readSamples()
    // A program that emits nothing can be sampled all the same.
    let hasEvents = samples == nil || TraceClock.isTrace(path)
    let reader = hasEvents ? try TraceReader(path: path) : nil
    reader?.decodingThreads = decodingThreads
    let output = try OutputFile(path: outputPath)
    let writer = writer(to: output, catalog: reader?.catalog ?? TraceCatalog(), samples)
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
        // What was sampled can be written all the same.
        guard samples != nil else { throw error }
        report = TraceAnalyzer(catalog: reader.catalog).report(path: path, summary: .unread(error))
      }
      recorder?.finish()
      // They know the recorder, which knows them.
      writer.tasks?.titles = nil
    }
    if let samples, report.firstTimestamp == nil {
      writer.start(at: samples.time(samples.profile.span.lowerBound))
    }
    writer.finish(report)
    try output.close()
    // Stacks are of intervals alone.
    let isEmpty =
      samples == nil && parts.intervals == 0 && writer.tasks?.count ?? 0 == 0
      && (format == .folded || parts.events == 0)
    return Summary(
      report: report,
      omissions: writer.omissions,
      isEmpty: isEmpty,
      sampleFaults: samples?.profile.faults ?? []
    )
  }

  /// Reads the samples, where there are some and the form has a place for them.
  private func readSamples() throws(SuiteError) -> ExportedSamples? {
    guard format.hasSamples, SampleProfile.exists(inTrace: path) else { return nil }
    return try ExportedSamples(inTrace: path)
  }

  private func writer(
    to output: OutputFile,
    catalog: TraceCatalog,
    _ samples: ExportedSamples?
  ) -> any TraceWriter {
    switch format {
    case .chrome: ChromeTraceWriter(output: output, catalog: catalog)
    case .perfetto: PerfettoWriter(output: output, catalog: catalog, samples: samples)
    case .firefox: FirefoxWriter(output: output, catalog: catalog, samples: samples)
    case .folded: FoldedStackWriter(output: output)
    case .csv: CSVWriter(output: output, catalog: catalog)
    case .otlp: OTLPWriter(output: output, catalog: catalog)
    }
  }
}

/// The forms that a trace can be exported in.
package enum TraceExportFormat: String, CaseIterable, Sendable {
  /// Trace events as JSON, for Perfetto (ui.perfetto.dev) and chrome://tracing.
  case chrome
  /// A trace of protocol buffers for Perfetto, with the samples.
  case perfetto
  /// A processed profile as JSON for the Firefox Profiler: the samples, and intervals as markers.
  case firefox
  /// Folded stacks, for flame graphs: paths of names and the nanoseconds that each took itself.
  case folded
  /// One row an interval, point or value, with a header (RFC 4180).
  case csv
  /// OpenTelemetry spans as JSON lines (OTLP/JSON), for a collector's file receiver.
  case otlp

  /// Whether samples are written as well.
  var hasSamples: Bool { self == .perfetto || self == .firefox }
}

/// Why an export could not be written.
package struct TraceExportError: Error, CustomStringConvertible {
  package let path: String
  package let reason: String

  package var description: String {
    "\(path): cannot write it (\(reason)); give a file in a directory that exists and has room"
  }
}

/// Counts what a writer is given.
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

/// Writes what a trace holds in one form.
protocol TraceWriter: TraceIntervalSink {
  /// The parts that the form has no place for, one line each.
  var omissions: [String] { get }

  /// Takes what tasks do; `nil` where the form has no place for it.
  var tasks: TaskTracks? { get }

  /// Writes what remains when the whole trace was read.
  func finish(_ report: TraceReport)
}

extension TraceWriter {
  var omissions: [String] { [] }

  var tasks: TaskTracks? { nil }
}
