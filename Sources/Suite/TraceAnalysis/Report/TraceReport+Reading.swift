package import TraceReading

extension TraceReport {
  /// Reads traces as one and reports on them.
  ///
  /// If ``TraceReport/isPartial``, the report covers only the part that could be read.
  ///
  /// - Complexity: Proportional to the number of events. Memory grows with the intervals open at a time and with the number of names and
  ///   threads.
  /// - Parameters:
  ///   - paths: Directories that hold a trace each, at any depth.
  ///   - pairs: Pairs of events that are intervals, in addition to those that names imply.
  ///   - sink: Creates the sink that also gets each interval when it has ended.
  ///   - progress: Gets the progress of the reading from time to time.
  /// - Throws: `TraceReadingError` if one has no trace, or no part of them can be opened.
  package init(
    readingTracesAt paths: [String],
    pairs: [TracePairRule] = [],
    sink: ((TraceCatalog) -> (any TraceIntervalSink)?)? = nil,
    progress: (TraceProgress) -> Void = { _ in }
  ) throws(TraceReadingError) {
    let reader = try TraceReader(paths: paths, pairs: pairs)
    try self.init(reading: reader, sink: sink?(reader.catalog) ?? nil, progress: progress)
  }

  /// Reads a trace and reports on it.
  ///
  /// A trace whose intervals change their names, such as the spans of servers that learn their route late, is read twice, so that earlier
  /// facts also count under the last names.
  ///
  /// - Complexity: As that of ``init(readingTracesAt:pairs:sink:progress:)``.
  /// - Parameters:
  ///   - reader: Reads the trace; it hasn't done so yet.
  ///   - sink: Also gets each interval when it has ended, once.
  ///   - progress: Gets the progress of the reading from time to time.
  /// - Throws: `TraceReadingError` if no part of the trace can be opened.
  package init(
    reading reader: TraceReader,
    sink: (any TraceIntervalSink)?,
    progress: (TraceProgress) -> Void = { _ in }
  ) throws(TraceReadingError) {
    func consume(
      _ reader: TraceReader,
      _ analyzer: inout TraceAnalyzer
    ) throws(TraceReadingError) -> TraceReport {
      var count: UInt64 = 0
      let summary = try reader.read {
        analyzer.consume($0)
        count += 1
        if count & 0xffff == 0 { progress(TraceProgress(events: count, of: reader)) }
      }
      analyzer.finish()
      return analyzer.report(path: reader.path, summary: summary)
    }
    var analyzer = TraceAnalyzer(catalog: reader.catalog, sink: sink)
    self = try consume(reader, &analyzer)
    guard !analyzer.laterNames.isEmpty else { return }
    let again = reader.reopened()
    var informed = TraceAnalyzer(catalog: again.catalog)
    informed.knownNames = analyzer.laterNames.translated(from: reader.catalog, to: again.catalog)
    self = try consume(again, &informed)
  }
}
