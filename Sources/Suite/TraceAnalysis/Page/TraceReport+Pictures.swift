import FoundationEssentials
import ReportRendering

// The timeline and the flame graph of a page.
extension TraceReport {
  func addPictures(of timeline: TimelineRecorder, to page: inout HTMLPage) throws {
    guard duration > 0, !timeline.items.isEmpty || !timeline.marks.isEmpty else { return }
    let data = TimelineData(report: self, timeline: timeline)
    page.addSection(title: "Timeline", html: Self.timelineMarkup)
    for note in Self.notes(on: timeline, data) { page.addParagraph(note) }
    if !data.frames.isEmpty { page.addSection(title: "Flame graph", html: Self.flameMarkup) }
    page.addHTML(
      """
      <script type="application/json" id="trace-data">\(try data.json())</script>
      <script>
      \(TimelineScript.text)
      </script>
      """
    )
    if !data.frames.isEmpty {
      page.addHTML("<script>\n\(FlameGraphScript.text)\n</script>")
    }
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

  private static let timelineMarkup = """
    <style>
    #timeline-area { position: relative; width: calc(100vw - 3rem); left: 50%;
      transform: translateX(-50%); }
    #timeline { display: block; width: 100%; cursor: grab; touch-action: none;
      border: 1px solid var(--rule); }
    #timeline:active { cursor: grabbing; }
    #timeline-tip { position: absolute; max-width: 20rem; padding: .3rem .5rem; z-index: 1;
      white-space: pre-wrap; overflow-wrap: anywhere; font-size: 12px; pointer-events: none;
      background: var(--page); border: 1px solid var(--rule); box-shadow: 0 2px 8px #0003; }
    .tools { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .5rem 0; }
    #flame { position: relative; }
    #flame .frame { position: absolute; height: 18px; padding: 0 3px; border: 0; font-size: 11px;
      border-radius: 2px; color: #1c1c1e; text-align: left; overflow: hidden; white-space: nowrap;
      box-shadow: inset -1px 0 var(--page); cursor: pointer; }
    #flame .faded { opacity: .5; }
    </style>
    <div class="tools">
    <button id="timeline-in">Zoom in</button> <button id="timeline-out">Zoom out</button>
    <button id="timeline-all">Show all</button>
    <label>Find <input id="timeline-search" type="search" placeholder="part of a name"></label>
    <span id="timeline-status" aria-live="polite"></span>
    </div>
    <div id="timeline-area">
    <canvas id="timeline" tabindex="0" aria-label="Timeline of the intervals"></canvas>
    <div id="timeline-tip" hidden></div>
    </div>
    <p>Wheel: zoom. Drag, shift and wheel, or arrow keys: move. Double click: show all. Each row is a
    process and a kind; intervals that overlap stand on lanes of their own.</p>
    """

  private static let flameMarkup = """
    <p>By which paths the time came about: a frame is as wide as the time that it, and all that it has
    begun or dispatched, took itself. Click to zoom.</p>
    <div id="flame"></div>
    <p id="flame-note">&nbsp;</p>
    """
}
