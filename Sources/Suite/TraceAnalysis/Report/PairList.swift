import ReportRendering
package import TraceReading

/// The pairs of events that a trace declares as the ends of intervals, with their counts.
package struct PairList {
  private let catalog: TraceCatalog

  /// Lists the pairs of a reader that has read the whole trace.
  package init(_ catalog: TraceCatalog) { self.catalog = catalog }

  /// The list as a table; pairs without any events are left out.
  ///
  /// - Parameter width: The maximum length of a line in characters; `nil` for no limit.
  /// - Returns: The text, with a newline at the end of each line.
  package func renderedText(width: Int? = nil) -> String {
    var counts: [String: UInt64] = [:]
    for event in catalog.eventClasses { counts[event.fullName, default: 0] += event.count }
    var table = TextTable(
      headers: ["interval", "begin", "end", "paired by", "begins", "ends"],
      alignments: [.left, .left, .left, .left]
    )
    for pair in catalog.intervals {
      let (begins, ends) = (counts[pair.begin] ?? 0, counts[pair.end] ?? 0)
      guard begins + ends > 0 else { continue }
      let key = pair.key ?? "thread"
      table.append(row: [pair.label, pair.begin, pair.end, key, "\(begins)", "\(ends)"])
    }
    return table.rendered(width: width)
  }
}
