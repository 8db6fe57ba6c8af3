import ReportRendering
package import TraceReading

/// The pairs of events that a trace declares as the two ends of an interval, with how often each occurred.
package struct PairList {
  private let catalog: TraceCatalog

  /// Lists what a reader has found; it has read the whole trace.
  package init(_ catalog: TraceCatalog) { self.catalog = catalog }

  /// The list as a table; pairs of which no event occurred are left out.
  ///
  /// - Parameter width: How many characters a line may have; `nil` for as many as there are.
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
