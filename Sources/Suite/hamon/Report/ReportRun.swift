import BenchmarkReport
import BenchmarkResults
import Foundation
import ReportRendering
import SuiteErrors
import TraceAnalysis
import TraceReading

/// One run of `hamon report`.
struct ReportRun {
  let tracePaths: [String]
  var pairs: [TracePairRule] = []
  let textPath: String?
  let jsonPath: String?
  let htmlPath: String?
  let resultsPath: String?
  var baselinePath: String?

  /// Reads the trace and writes the reports asked for.
  ///
  /// - Returns: Whether the whole trace could be read.
  func run() async throws -> Bool {
    // First what is quick to fail: a long trace isn't read in vain.
    let benchmarks = try readResults()
    let baseline = try baselinePath.map { try read([$0], timeline: nil) }
    var timeline: TimelineRecorder?
    var report = try read(tracePaths, pairs: pairs) { catalog in
      guard htmlPath != nil else { return nil }
      let recorder = TimelineRecorder(catalog: catalog)
      timeline = recorder
      return recorder
    }
    report.comparison = baseline.map { TraceComparison(of: report, to: $0) }
    try writeText(report, benchmarks: benchmarks)
    try writeJSON(report)
    try await writePage(report, timeline: timeline, benchmarks: benchmarks)
    for fault in report.faults + (baseline?.faults ?? []) { StandardError.error(fault) }
    return !report.isPartial && baseline?.isPartial != true
  }

  /// Reads the trace and writes the pairs of events that are intervals.
  ///
  /// - Returns: Whether the whole trace could be read.
  func listPairs() throws -> Bool {
    DamagedTraceGuard.install(trace: tracePaths.joined(separator: ", "))
    let reader = try TraceReader(paths: tracePaths, pairs: pairs)
    let faults = try reader.read { _ in }.faults
    let list = PairList(reader.catalog)
    try ReportOutput.write(Data(list.renderedText().utf8), to: textPath)
    for fault in faults { StandardError.error("\(fault)") }
    return faults.isEmpty
  }

  private func read(
    _ paths: [String],
    pairs: [TracePairRule] = [],
    timeline: ((TraceCatalog) -> TimelineRecorder?)?
  ) throws -> TraceReport {
    let line = ProgressLine()
    defer { line.clear() }
    let path = paths.joined(separator: ", ")
    DamagedTraceGuard.install(trace: path)
    return try TraceReport(readingTracesAt: paths, pairs: pairs, sink: timeline) { count in
      line.show("\(path): \(count / 1000)k events")
    }
  }

  private func readResults() throws -> ComparisonReport? {
    try resultsPath.map { ComparisonReport(try ResultCollection.read($0)) }
  }

  private func writeText(
    _ report: TraceReport,
    benchmarks: ComparisonReport?
  ) throws {
    var text = report.renderedText()
    if let benchmarks { text += "\n" + benchmarks.text() }
    try ReportOutput.write(Data(text.utf8), to: textPath)
  }

  private func writeJSON(_ report: TraceReport) throws {
    guard let jsonPath else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try ReportOutput.write(try encoder.encode(report) + Data("\n".utf8), to: jsonPath)
  }

  private func writePage(
    _ report: TraceReport,
    timeline: TimelineRecorder?,
    benchmarks: ComparisonReport?
  ) async throws {
    guard let htmlPath else { return }
    var page = HTMLPage(title: benchmarks == nil ? "Trace report" : "Trace and benchmarks")
    // What all of it comes to stands first; then what was measured, and how it came about.
    benchmarks?.addSummary(to: &page)
    for fault in report.faults { page.addParagraph(fault) }
    benchmarks?.addFasterPeers(to: &page)
    if let benchmarks { await benchmarks.addSections(to: &page) }
    try report.addSections(to: &page, latencyPlot: await plot(of: report), timeline: timeline)
    try ReportOutput.write(Data(page.rendered().utf8), to: htmlPath)
  }

  /// Without gnuplot the page has its tables all the same.
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
  /// Writes to a file, or to stdout where there is no path or it is `-`.
  static func write(_ data: Data, to path: String?) throws(SuiteError) {
    do {
      if let path, path != "-" {
        try data.write(to: URL(fileURLWithPath: path))
      } else {
        try FileHandle.standardOutput.write(contentsOf: data)
      }
    } catch {
      throw SuiteError(
        path ?? "stdout",
        "cannot write it (\(error.localizedDescription))",
        remedy: "give a file in a directory that exists and is writable"
      )
    }
  }
}
