package import ReportRendering

/// What of threads a page draws below the intervals of its timeline, by a script that comes later.
package struct ThreadLanes: Sendable {
  /// The time that the timeline has to show, in nanoseconds since the Unix epoch.
  package let span: Range<Int64>
  /// The number of the lane of each thread that has one, by its index into `TraceCatalog.threads`.
  package let numbers: [Int: Int32]

  package init(span: Range<Int64>, numbers: [Int: Int32]) {
    self.span = span
    self.numbers = numbers
  }

  /// Adds a timeline that has such lanes and no intervals.
  ///
  /// - Throws: What encoding its data throws.
  package static func addTimeline(lasting duration: Int64, to page: inout HTMLPage) throws {
    page.addSection(title: TimelineMarkup.title, html: TimelineMarkup.text)
    page.addHTML(try TimelineMarkup.scripts(TimelineData(duration: duration)))
  }
}

extension TraceReport {
  /// The time that the timeline of a page shows, in nanoseconds since the Unix epoch: that of all events, and of the lanes of threads.
  package func span(with lanes: ThreadLanes?) -> Range<Int64> {
    let begin = firstTimestamp ?? lanes?.span.lowerBound ?? 0
    let own = begin..<begin + duration
    guard let lanes else { return own }
    let end = max(own.upperBound, lanes.span.upperBound)
    return min(own.lowerBound, lanes.span.lowerBound)..<end
  }
}
