package import ReportRendering

/// The lanes of threads below the intervals of a page's timeline, which a later script draws.
package struct ThreadLanes: Sendable {
  /// The time that the timeline must cover, in nanoseconds since the Unix epoch.
  package let span: Range<Int64>
  /// The lane numbers of threads, by index into `TraceCatalog.threads`.
  package let numbers: [Int: Int32]

  package init(span: Range<Int64>, numbers: [Int: Int32]) {
    self.span = span
    self.numbers = numbers
  }

  /// The lanes of several parts of a page, none of which may be outside the timeline.
  ///
  /// - Parameters:
  ///   - spans: The times of the parts.
  ///   - numbers: The lane numbers of threads; `nil` for no such lanes.
  ///   - report: The report of the events.
  package init(spans: [Range<Int64>], numbers: [Int: Int32]?, in report: TraceReport) {
    // A trace without events has no time of its own.
    let own = report.firstTimestamp.map { _ in report.span(with: nil) }
    let all = spans.filter { !$0.isEmpty } + [own].compactMap(\.self)
    let begin = all.map(\.lowerBound).min() ?? 0
    self.init(
      span: begin..<max(begin, all.map(\.upperBound).max() ?? begin),
      numbers: numbers ?? [:]
    )
  }

  /// Adds a timeline with such lanes and no intervals.
  ///
  /// - Throws: Errors of encoding its data.
  package static func addTimeline(lasting duration: Int64, to page: inout HTMLPage) throws {
    try TimelineData(duration: duration).addTimeline(to: &page)
  }
}

extension TraceReport {
  /// The time that the timeline of a page covers, in nanoseconds since the Unix epoch: all events and the lanes of threads.
  package func span(with lanes: ThreadLanes?) -> Range<Int64> {
    let begin = firstTimestamp ?? lanes?.span.lowerBound ?? 0
    let own = begin..<begin + duration
    guard let lanes else { return own }
    let end = max(own.upperBound, lanes.span.upperBound)
    return min(own.lowerBound, lanes.span.lowerBound)..<end
  }
}
