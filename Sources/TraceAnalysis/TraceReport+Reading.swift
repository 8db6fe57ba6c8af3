public import TraceReading

extension TraceReport {
  /// Reads a trace and makes its report.
  ///
  /// - Complexity: Proportional to the number of events. Memory grows with the intervals that are open
  ///   at a time and with the number of names and threads.
  /// - Parameter path: A directory that holds a trace, at any depth.
  /// - Returns: The report; of the part that could be read, if ``TraceReport/isPartial``.
  /// - Throws: `TraceReadingError` if there is no trace, or no part of it can be opened.
  public init(readingTraceAt path: String) throws(TraceReadingError) {
    let reader = try TraceReader(path: path)
    var analyzer = TraceAnalyzer(catalog: reader.catalog)
    let summary = try reader.read { analyzer.consume($0) }
    self = analyzer.report(path: path, summary: summary)
  }
}
