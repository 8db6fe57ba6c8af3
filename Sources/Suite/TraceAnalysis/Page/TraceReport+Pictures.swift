import ReportRendering

// The timeline and the flame graph of a page.
extension TraceReport {
  func addPictures(
    of timeline: TimelineRecorder,
    threads: ThreadLanes?,
    below: (inout HTMLPage) throws -> Void,
    to page: inout HTMLPage
  ) throws {
    let hasLanes = threads.map { !$0.span.isEmpty } ?? false
    guard hasLanes || duration > 0, hasLanes || !timeline.items.isEmpty || !timeline.marks.isEmpty
    else { return }
    let data = TimelineData(report: self, timeline: timeline, threads: threads)
    try data.addTimeline(to: &page, notes: Self.notes(on: timeline, data))
    try below(&page)
    guard !data.frames.isEmpty else { return }
    page.addSection(title: "Flame graph", html: PageFiles.traceFlames)
    page.addScript(.traceFlames)
  }

  private static func notes(on timeline: TimelineRecorder, _ data: TimelineData) -> [String] {
    var notes: [String] = []
    if timeline.leftOutCount > 0 {
      let longest = DurationFormat.string(nanoseconds: Double(timeline.longestLeftOut))
      notes.append(
        "The \(timeline.leftOutCount) shortest intervals are not drawn, none of them longer than "
          + "\(longest); the curves, the flame graph and all tables have them."
      )
    }
    if timeline.markStride > 1 {
      notes.append("Of the points, one in \(timeline.markStride) is drawn.")
    }
    let overlapping = data.tracks.reduce(0) { $0 + $1.overlapping }
    if overlapping > 0 {
      notes.append(
        "\(overlapping) intervals ran beside \(TimelineTrack.maximumLanes) others of their kind and "
          + "share the last lane."
      )
    }
    return notes
  }
}
