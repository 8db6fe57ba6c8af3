/// The elements of a page that the scripts of samples fill.
enum SampleMarkup {
  /// What is told, and how much of it was running, ready and blocked.
  static let summary = """
    <style>
    .tools select, .tools input { max-width: 16rem; }
    #sample-bar { display: flex; height: 1rem; margin: .5rem 0; border: 1px solid var(--rule); }
    #sample-bar span { min-width: 1px; }
    .legend { display: flex; flex-wrap: wrap; gap: .1rem 1rem; list-style: none; padding: 0; margin: .3rem 0; font-size: .85rem; }
    .legend i { display: inline-block; width: .8em; height: .8em; margin-right: .3em; }
    .flame .found { outline: 2px solid var(--text); outline-offset: -2px; z-index: 1; }
    .flame .frame:focus-visible { outline: 3px solid #2563c9; z-index: 2; }
    .flame-note { min-height: 4.5em; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; }
    #sample-functions th button { all: unset; cursor: pointer; text-decoration: underline dotted; }
    #sample-functions th button:focus-visible { outline: 2px solid #2563c9; }
    #sample-slowest button { text-align: left; overflow-wrap: anywhere; }
    #sample-slowest li { margin: .4rem 0; overflow-wrap: anywhere; }
    </style>
    <div class="tools">
    <label>Of <select id="sample-scope">
    <option value="view">what the timeline shows</option>
    <option value="selected">what is selected</option>
    <option value="all">the whole recording</option>
    </select></label>
    <label>in <select id="sample-lane"><option value="-1">all threads</option></select></label>
    <label>Find <input id="sample-search" type="search" placeholder="part of a function"></label>
    </div>
    <p id="sample-told" aria-live="polite"></p>
    <div id="sample-bar" aria-hidden="true"></div>
    <ul id="sample-states" class="legend"></ul>
    <p>Below each other in the timeline, of each thread: what it did, and its samples. Select an interval there, or one of the slowest
    below: then all of this tells of it. Ready is a thread that was taken off its processor.</p>
    """

  static let running = flame(
    "running",
    first: "what ran",
    """
    A frame is as wide as the time of the samples in which the function ran, or what it called.
    """
  )

  static let waiting = flame(
    "waiting",
    first: "what waited",
    """
    A frame is as wide as the time that threads waited in the function, or in what it called.
    """
  )

  private static func flame(_ kind: String, first: String, _ meaning: String) -> String {
    """
    <p>\(meaning) Click, or arrow keys and Enter: zoom. Escape: all.</p>
    <div class="tools">
    <label>From <select id="flame-\(kind)-order">
    <option value="callers">the outermost callers down</option>
    <option value="inverted">\(first), inverted: callers below</option>
    </select></label>
    <span id="flame-\(kind)-found" aria-live="polite"></span>
    </div>
    <div id="flame-\(kind)" class="flame"></div>
    <p id="flame-\(kind)-note" class="flame-note">&nbsp;</p>
    """
  }

  static let functions = """
    <p id="sample-functions-note"></p>
    <div class="table" id="sample-functions"></div>
    <p><button id="sample-functions-more" hidden>Show more</button></p>
    """
}
