import ArgumentParser
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
        csv     one row an interval, point or value, with a header
        otlp    OpenTelemetry spans as JSON lines, for a collector's otlpjsonfile receiver

      EXAMPLES
        hamon export traces/first --format chrome -o first.json
        hamon export traces/first --format folded | flamegraph.pl --countname ns > first.svg

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
    help: ArgumentHelp("One of chrome, folded, csv, otlp.", valueName: "format"),
    transform: { text in
      guard let format = TraceExportFormat(rawValue: text) else {
        throw ValidationError("no such format; give one of chrome, folded, csv, otlp")
      }
      return format
    }
  )
  var format: TraceExportFormat

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to this file and not to stdout.", valueName: "file")
  )
  var output: String?

  func run() throws {
    let line = ProgressLine()
    DamagedTraceGuard.install(trace: trace)
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

  /// Says why nothing of a trace was written.
  private static func emptiness(of report: TraceReport) -> String {
    guard report.eventCount > 0 else { return "it has no events; there is nothing to write" }
    let providers = Set(report.events.map(\.provider)).sorted().joined(separator: ", ")
    return
      "nothing of it was written: its events (\(report.eventCount) of \(providers)) are no intervals, "
      + "points or values; record events that begin and end something, as hamon report --pairs lists them"
  }
}
