import BenchmarkHarness
import BenchmarkReport
import Foundation
import ReportRendering
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
  func run() async throws(ReportError) -> Bool {
    // First what is quick to fail: a long trace isn't read in vain.
    let benchmarks = try readResults()
    let baseline = try baselinePath.map { path throws(ReportError) in
      try read([path], timeline: nil)
    }
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
  func listPairs() throws(ReportError) -> Bool {
    let path = tracePaths.joined(separator: ", ")
    DamagedTraceGuard.install(trace: path)
    let faults: [TraceReadingError]
    let list: PairList
    do throws(TraceReadingError) {
      let reader = try TraceReader(paths: tracePaths, pairs: pairs)
      faults = try reader.read { _ in }.faults
      list = PairList(reader.catalog)
    } catch {
      throw .trace(error)
    }
    try ReportOutput.write(Data(list.renderedText().utf8), to: textPath)
    for fault in faults { StandardError.error("\(fault)") }
    return faults.isEmpty
  }

  private func read(
    _ paths: [String],
    pairs: [TracePairRule] = [],
    timeline: ((TraceCatalog) -> TimelineRecorder?)?
  ) throws(ReportError) -> TraceReport {
    let line = ProgressLine()
    defer { line.clear() }
    let path = paths.joined(separator: ", ")
    DamagedTraceGuard.install(trace: path)
    do throws(TraceReadingError) {
      return try TraceReport(readingTracesAt: paths, pairs: pairs, sink: timeline) { count in
        line.show("\(path): \(count / 1000)k events")
      }
    } catch {
      throw .trace(error)
    }
  }

  private func readResults() throws(ReportError) -> ComparisonReport? {
    guard let resultsPath else { return nil }
    do {
      return ComparisonReport(try ResultCollection.read(resultsPath))
    } catch {
      throw .results("\(error)")
    }
  }

  private func writeText(
    _ report: TraceReport,
    benchmarks: ComparisonReport?
  ) throws(ReportError) {
    var text = report.renderedText()
    if let benchmarks { text += "\n" + benchmarks.text() }
    try ReportOutput.write(Data(text.utf8), to: textPath)
  }

  private func writeJSON(_ report: TraceReport) throws(ReportError) {
    guard let jsonPath else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data: Data
    do {
      data = try encoder.encode(report)
    } catch {
      throw .cannotWrite(path: jsonPath, reason: "\(error)")
    }
    try ReportOutput.write(data + Data("\n".utf8), to: jsonPath)
  }

  private func writePage(
    _ report: TraceReport,
    timeline: TimelineRecorder?,
    benchmarks: ComparisonReport?
  ) async throws(ReportError) {
    guard let htmlPath else { return }
    var page = HTMLPage(title: benchmarks == nil ? "Trace report" : "Trace and benchmarks")
    do {
      try report.addSections(to: &page, latencyPlot: await plot(of: report), timeline: timeline)
    } catch {
      throw .cannotWrite(path: htmlPath, reason: "\(error)")
    }
    if let benchmarks { await benchmarks.addSections(to: &page) }
    try ReportOutput.write(Data(page.rendered().utf8), to: htmlPath)
  }

  /// Without gnuplot the page has its tables all the same.
  private func plot(of report: TraceReport) async -> String? {
    guard let script = report.latencyPlotScript() else { return nil }
    do throws(GnuplotError) {
      return try await Gnuplot.svg(script: script)
    } catch {
      StandardError.warning("the page has no plot of latencies: \(error)")
      return nil
    }
  }
}
