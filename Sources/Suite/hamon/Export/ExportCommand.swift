import ArgumentParser
import Foundation
import SampleAnalysis
import SuiteErrors
import TraceAnalysis
import TraceExport

/// `hamon export`: a recorded trace in a form that other tools read.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes a recorded trace for Perfetto, flame graphs, spreadsheets or OpenTelemetry.",
    discussion: """
      FORMATS
        chrome  trace events as JSON: open it in ui.perfetto.dev or chrome://tracing
        folded  stacks and the nanoseconds that each took itself: flamegraph.pl, speedscope, inferno
        folded-on-cpu, folded-off-cpu
                the same of the samples that hamon record --samples took: what ran, what waited
        csv     one row an interval, point or value, with a header
        otlp    OpenTelemetry spans as JSON lines, for a collector's otlpjsonfile receiver

      EXAMPLES
        hamon export traces/first --format chrome -o first.json
        hamon export traces/first --format folded | flamegraph.pl --countname ns > first.svg
        hamon export traces/first --format folded-off-cpu -o waits.folded

      EXIT STATUS
        0 if the whole trace was written; 1 if it could not be read or written, or only in part: the \
      part is written nevertheless; 64 for a usage error.
      """
  )

  @Argument(
    help: ArgumentHelp("The directory a trace was recorded into.", valueName: "trace")
  )
  var trace: String

  @Option(
    help: ArgumentHelp(
      "One of chrome, folded, folded-on-cpu, folded-off-cpu, csv, otlp.",
      valueName: "format"
    ),
    transform: { text in
      guard let format = ExportedForm(text) else {
        throw ValidationError(
          "no such format; give one of chrome, folded, folded-on-cpu, folded-off-cpu, csv, otlp"
        )
      }
      return format
    }
  )
  var format: ExportedForm

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to this file and not to stdout.", valueName: "file")
  )
  var output: String?

  func run() throws {
    let line = ProgressLine()
    DamagedTraceGuard.install(trace: trace)
    guard case .events(let format) = format else { return try writeSamples() }
    do {
      let summary = try TraceExporter(path: trace, format: format, outputPath: output).run {
        count in
        line.show("\(trace): \(count / 1000)k events")
      }
      line.clear()
      for omission in summary.omissions {
        StandardError.warning("\(trace): not in this format: \(omission)")
      }
      if summary.isEmpty {
        StandardError.warning("\(trace): \(Self.emptiness(of: summary.report))")
      }
      guard summary.report.isPartial else { return }
      for fault in summary.report.faults { StandardError.error(fault) }
    } catch {
      line.clear()
      StandardError.error("\(error)")
    }
    throw ExitCode.failure
  }

  /// Writes the stacks of samples.
  private func writeSamples() throws {
    do {
      guard SampleProfile.exists(inTrace: trace) else {
        throw SuiteError(
          trace,
          "it has no samples",
          remedy: "record it with hamon record --samples, and name the directory of that recording"
        )
      }
      let profile = try SampleProfile(inTrace: trace)
      let folded = FoldedSamples(profile, format == .waiting ? .waiting : .running)
      let text = folded.lines.map { $0 + "\n" }.joined()
      try ReportOutput.write(Data(text.utf8), to: output)
      guard !profile.faults.isEmpty else { return }
      for fault in profile.faults { StandardError.error(fault) }
    } catch {
      StandardError.error("\(error)")
    }
    throw ExitCode.failure
  }

  /// Says why nothing of a trace was written.
  private static func emptiness(of report: TraceReport) -> String {
    guard report.eventCount > 0 else { return "it has no events; there is nothing to write" }
    let providers = Set(report.events.map(\.provider)).sorted().joined(separator: ", ")
    return
      "nothing of it was written: its events (\(report.eventCount) of \(providers)) are no intervals, "
      + "points or values; record events that begin and end something, as hamon report --pairs lists them"
  }
}

/// What is exported, in which form.
enum ExportedForm: Equatable {
  /// The events of the trace.
  case events(TraceExportFormat)
  /// The stacks of samples that ran, folded.
  case running
  /// Those that waited.
  case waiting

  /// Reads the name of a form.
  init?(_ text: String) {
    switch text {
    case "folded-on-cpu": self = .running
    case "folded-off-cpu": self = .waiting
    default:
      guard let format = TraceExportFormat(rawValue: text) else { return nil }
      self = .events(format)
    }
  }
}
