import SuiteErrors
import TraceAnalysis
import TraceReading

/// `hamon report --request`: what happened in one interval.
extension ReportRun {
  /// Finds an interval, reads the trace again for what happened in it, and writes the tree.
  ///
  /// - Returns: Whether the whole trace could be read.
  func tell(_ query: RequestQuery) throws -> Bool {
    let (reader, progress) = try open()
    let search = RequestSearch(query, catalog: reader.catalog)
    let faults = try analyze(reader, into: search, progress)
    // First: the request may be in a missing part.
    for fault in faults { StandardError.error("\(fault)") }
    let again = reader.reopened()
    let recorder = try RequestRecorder(search, catalog: again.catalog)
    _ = try analyze(again, into: recorder, progress)
    try write { recorder.renderedText(width: $0) }
    return faults.isEmpty
  }

  private func analyze(
    _ reader: TraceReader,
    into sink: any TraceIntervalSink,
    _ progress: ReadingProgress
  ) throws -> [TraceReadingError] {
    var analyzer = TraceAnalyzer(catalog: reader.catalog, sink: sink)
    let faults = try read(reader, progress) { analyzer.consume($0) }
    analyzer.finish()
    return faults
  }
}
