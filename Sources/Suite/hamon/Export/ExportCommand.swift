import ArgumentParser
import Foundation
import MemoryAnalysis
import SampleAnalysis
import SuiteErrors
import TraceAnalysis
import TraceExport
import TraceReading

/// `hamon export`: a recorded trace in a form that other tools read.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract:
      "Writes a recorded trace for Perfetto, flame graphs, profilers, spreadsheets or OpenTelemetry.",
    discussion: """
      FORMATS
        perfetto
                a trace for ui.perfetto.dev: intervals with arrows to what they caused, counters, samples, memory
        chrome  intervals and counters as JSON, for ui.perfetto.dev, chrome://tracing and others
        firefox a profile for profiler.firefox.com: samples, and intervals as markers
        pprof   the samples for go tool pprof and many other tools: on-cpu and off-cpu
        ctf     the samples as a trace in a directory, for babeltrace2 and Trace Compass
        folded  stacks with nanoseconds of self time, for flamegraph.pl, speedscope, inferno
        folded-on-cpu, folded-off-cpu
                the same for the samples of hamon record --samples: what ran, what waited
        pprof-heap, massif
                the memory of hamon record --memory, for go tool pprof and the like, and for ms_print
        folded-allocated, folded-live, folded-leaked
                the same as stacks with bytes
        csv     one row for each interval, point or value, with a header
        otlp    OpenTelemetry spans as JSON lines, for a collector's otlpjsonfile receiver

      EXAMPLES
        hamon export traces/first --format perfetto -o first.pftrace
        hamon export traces/first --format pprof -o first.pb.gz
        hamon export traces/first --format folded | flamegraph.pl --countname ns > first.svg
        hamon export traces/first --format folded-off-cpu -o waits.folded

      EXIT STATUS
        0 if the whole trace was written; 1 if it could not be read or written, or only in part (that \
      part is written); 64 for a usage error.
      """
  )

  @Argument(
    help: ArgumentHelp("The directory of a recorded trace.", valueName: "trace")
  )
  var trace: String

  @Option(
    help: ArgumentHelp(
      "One of \(ExportedForm.names).",
      valueName: "format"
    ),
    transform: { text in
      guard let format = ExportedForm(text) else {
        throw ValidationError("no such format; give one of \(ExportedForm.names)")
      }
      return format
    }
  )
  var format: ExportedForm

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write to this file instead of stdout; for ctf, to this directory.",
      valueName: "file"
    )
  )
  var output: String?

  func validate() throws {
    if format == .trace, output == nil || output == "-" {
      throw ValidationError("--format ctf: it writes several files; give a directory with --output")
    }
  }

  func run() throws {
    DamagedTraceGuard.install(trace: trace)
    let format: TraceExportFormat
    switch self.format {
    case .events(let events): format = events
    case .heap, .massif, .memory: return try writeMemory()
    case .running, .waiting, .pprof, .trace: return try writeSamples()
    }
    let summary = try export(format)
    for omission in summary.omissions {
      StandardError.warning("\(trace): not in this format: \(omission)")
    }
    if summary.isEmpty {
      StandardError.warning("\(trace): \(Self.emptiness(of: summary.report))")
    }
    try fail(summary.report.isPartial, for: summary.report.faults + summary.sampleFaults)
  }

  private func export(_ format: TraceExportFormat) throws -> TraceExporter.Summary {
    let progress = ReadingProgress(trace)
    defer { progress.clear() }
    let exporter = TraceExporter(path: trace, format: format, outputPath: output)
    return try exporter.run { progress.show($0) }
  }

  /// Reports faults; fails if anything is missing from the written form.
  private func fail(_ isPartial: Bool = false, for faults: [String]) throws {
    for fault in faults { StandardError.error(fault) }
    if isPartial || !faults.isEmpty { throw ExitCode.failure }
  }

  /// Writes a form that holds only samples.
  private func writeSamples() throws {
    let samples = try ExportedSamples(inTrace: trace)
    switch format {
    case .trace: try SampleTrace(samples).write(to: output ?? "")
    case .pprof: try ReportOutput.write(Data(PprofProfile(samples).bytes), to: output)
    default:
      let folded = try FoldedSamples(
        samples,
        inTrace: trace,
        format == .waiting ? .waiting : .running
      )
      let text = folded.lines.map { $0 + "\n" }.joined()
      try ReportOutput.write(Data(text.utf8), to: output)
    }
    try fail(for: samples.profile.faults)
  }

  /// Writes a form that holds only memory.
  private func writeMemory() throws {
    let memory = try ExportedMemory(inTrace: trace).profile
    switch format {
    case .memory(let kind):
      let text = FoldedMemory(memory, kind).lines.map { $0 + "\n" }.joined()
      try ReportOutput.write(Data(text.utf8), to: output)
    case .massif:
      let file = MassifFile(memory)
      try ReportOutput.write(Data(file.text.utf8), to: output)
      if file.leftOut > 0 {
        StandardError.warning(
          "\(trace): a file of massif's has one process, the one that had most; left out: \(file.leftOut)"
        )
      }
    default: try ReportOutput.write(Data(PprofProfile(memory).bytes), to: output)
    }
    try fail(for: memory.faults)
  }

  /// The reason why nothing of a trace was written.
  private static func emptiness(of report: TraceReport) -> String {
    guard report.eventCount > 0 else { return "it has no events; there is nothing to write" }
    guard report.losses.eventsWithoutClock < report.eventCount else {
      return
        "nothing of it was written: its events have no time; record them with a tracer that has a clock"
    }
    let providers = Set(report.events.map(\.provider)).sorted().joined(separator: ", ")
    return
      "nothing of it was written: its events (\(report.eventCount) of \(providers)) are no intervals, "
      + "points or values; record events that begin and end something, as hamon report --pairs lists them"
  }
}

/// A form of export.
enum ExportedForm: Equatable {
  /// The events of the trace.
  case events(TraceExportFormat)
  /// The folded stacks of running threads.
  case running
  /// The folded stacks of waiting threads.
  case waiting
  /// All samples, as a pprof profile.
  case pprof
  /// All samples, as a trace.
  case trace
  /// All memory, as a pprof profile.
  case heap
  /// The memory of a process, as massif's file.
  case massif
  /// The folded stacks of allocations.
  case memory(FoldedMemory.Kind)

  private static let others: [(name: String, form: ExportedForm)] =
    [
      ("pprof", .pprof), ("ctf", .trace), ("folded-on-cpu", .running), ("folded-off-cpu", .waiting),
      ("pprof-heap", .heap), ("massif", .massif),
    ] + FoldedMemory.Kind.allCases.map { ("folded-\($0.rawValue)", .memory($0)) }

  /// The names of all forms.
  static let names =
    (TraceExportFormat.allCases.map(\.rawValue) + others.map { $0.name }).joined(separator: ", ")

  /// Reads the name of a form.
  init?(_ text: String) {
    if let form = Self.others.first(where: { $0.name == text })?.form {
      self = form
    } else if let format = TraceExportFormat(rawValue: text) {
      self = .events(format)
    } else {
      return nil
    }
  }
}
