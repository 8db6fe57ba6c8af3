/// The elements that the timeline of a page consists of.
enum TimelineMarkup {
  static let title = "Timeline"

  static let text = """
    <style>
    #timeline-area { position: relative; width: calc(100vw - 4rem); left: 50%;
      transform: translateX(-50%); }
    #timeline { display: block; width: 100%; cursor: grab; touch-action: none;
      border: 1px solid var(--rule); }
    #timeline:active { cursor: grabbing; }
    .timeline-tip { position: absolute; max-width: 20rem; padding: .3rem .5rem; z-index: 1;
      white-space: pre-wrap; overflow-wrap: anywhere; font-size: 12px; pointer-events: none;
      background: var(--page); border: 1px solid var(--rule); box-shadow: 0 2px 8px #0003; }
    .tools { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .5rem 0; }
    .flame { position: relative; }
    .flame .frame { position: absolute; height: 18px; padding: 0 3px; border: 0; font-size: 11px;
      border-radius: 2px; color: #1c1c1e; text-align: left; overflow: hidden; white-space: nowrap;
      box-shadow: inset -1px 0 var(--page); cursor: pointer; }
    .flame .faded { opacity: .5; }
    </style>
    <div class="tools">
    <button id="timeline-in">Zoom in</button> <button id="timeline-out">Zoom out</button>
    <button id="timeline-all">Show all</button>
    <label>Find <input id="timeline-search" type="search" placeholder="part of a name"></label>
    <span id="timeline-status" aria-live="polite"></span>
    </div>
    <div id="timeline-area">
    <canvas id="timeline" tabindex="0" aria-label="Timeline of the intervals"></canvas>
    <div id="timeline-tip" class="timeline-tip" hidden></div>
    </div>
    <p>Wheel: zoom. Drag, shift and wheel, or arrow keys: move. Double click: show all. Click, or
    keys N and P: select an interval; Enter shows it, Escape selects none. Each row is a process and a kind; intervals
    that overlap stand on lanes of their own.</p>
    """

  /// The data and the script that draws it.
  ///
  /// - Throws: What encoding the data throws.
  static func scripts(_ data: TimelineData) throws -> String {
    """
    \(try PageData.element(id: "trace-data", data))
    <script>
    \(TimelineScript.text)
    </script>
    """
  }
}
