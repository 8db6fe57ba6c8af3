import Foundation
import SuiteErrors
import TraceAnalysis
import TraceReading

/// One run of `hamon report --request`: finds an interval, and reads the trace again for what came about in it.
struct RequestRun {
  let tracePaths: [String]
  var pairs: [TracePairRule] = []
  let textPath: String?
  let query: RequestQuery

  /// Reads the trace and writes the tree.
  ///
  /// - Returns: Whether the whole trace could be read.
  func run() throws -> Bool {
    DamagedTraceGuard.install(trace: path)
    let progress = ReadingProgress(path)
    defer { progress.clear() }
    let reader = try TraceReader(paths: tracePaths, pairs: pairs)
    let search = RequestSearch(query, catalog: reader.catalog)
    let faults = try read(reader, into: search, progress)
    progress.clear()
    // First: what is asked for may be in what is missing.
    for fault in faults { StandardError.error("\(fault)") }
    let again = reader.reopened()
    let recorder = try RequestRecorder(search, catalog: again.catalog)
    _ = try read(again, into: recorder, progress)
    progress.clear()
    let text = recorder.renderedText(width: ReportOutput.lineWidth(of: textPath))
    try ReportOutput.write(Data(text.utf8), to: textPath)
    return faults.isEmpty
  }

  private var path: String { tracePaths.joined(separator: ", ") }

  /// - Returns: What of the trace could not be read.
  private func read(
    _ reader: TraceReader,
    into sink: any TraceIntervalSink,
    _ progress: ReadingProgress
  ) throws -> [TraceReadingError] {
    var analyzer = TraceAnalyzer(catalog: reader.catalog, sink: sink)
    var count: UInt64 = 0
    let summary = try reader.read { event in
      analyzer.consume(event)
      count += 1
      if count & 0xffff == 0 { progress.show(TraceProgress(events: count, of: reader)) }
    }
    analyzer.finish()
    return summary.faults
  }
}
