/// The elements of a page that the scripts of tasks fill.
enum TaskMarkup {
  static let title = "What tasks did"

  static let forest = """
    <style>
    .tools select, .tools input { max-width: 16rem; }
    #tasks-area { position: relative; width: calc(100vw - 4rem); left: 50%; transform: translateX(-50%); }
    #tasks-scroll { position: relative; overflow: hidden auto; box-sizing: content-box; border: 1px solid var(--rule); }
    #tasks-scroll:focus-visible { outline: 2px solid #2563c9; }
    #tasks-window { position: sticky; top: 0; height: 0; }
    #tasks-canvas { display: block; cursor: pointer; touch-action: pan-y; }
    #tasks-rows { position: absolute; inset: 20px 0 auto 0; overflow: hidden; pointer-events: none; font-size: 11px; line-height: 15px; }
    #tasks-rows div { position: absolute; left: 0; right: 0; height: 15px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
    #tasks-rows span { text-shadow: 0 0 2px var(--page), 0 0 2px var(--page), 0 0 3px var(--page), 0 0 4px var(--page); }
    #tasks-rows .above { opacity: .6; } #tasks-rows .chosen { font-weight: 700; }
    #tasks-rows .current { box-shadow: inset 3px 0 #2563c9; }
    #tasks-rows button { all: unset; pointer-events: auto; cursor: pointer; width: 18px; display: inline-block; text-align: center; }
    .tasks-bar { display: flex; height: 1rem; margin: .5rem 0; border: 1px solid var(--rule); } .tasks-bar span { min-width: 1px; }
    .tasks-legend { display: flex; flex-wrap: wrap; gap: .1rem 1rem; list-style: none; padding: 0; margin: .3rem 0; font-size: .85rem; }
    .tasks-legend i { display: inline-block; width: .8em; height: .8em; margin-right: .3em; }
    #tasks-told { min-height: 9rem; overflow-wrap: anywhere; font-size: .9rem; } #tasks-told button { font-size: .85rem; text-align: left; }
    .task-rows tbody tr { cursor: pointer; } .task-rows tbody tr:hover { background: #8883; }
    .task-rows td button { all: unset; cursor: pointer; text-decoration: underline dotted; }
    .task-rows td button:focus-visible { outline: 2px solid #2563c9; }
    </style>
    <div class="tools">
    <label>Show <select id="tasks-show">
    <option value="all">all tasks</option>
    <option value="view">those of what the timeline shows</option>
    <option value="chosen">the chosen ones</option>
    </select></label>
    <label>in the order of <select id="tasks-order">
    <option value="begin">their begins</option>
    <option value="life">their lives, the longest first</option>
    </select></label>
    <label>Find <input id="tasks-search" type="search" placeholder="part of a name, or #id"></label>
    <button id="tasks-fold">Fold all</button> <button id="tasks-unfold">Unfold all</button>
    <span id="tasks-status" aria-live="polite"></span>
    </div>
    <ul id="tasks-legend" class="tasks-legend"></ul>
    <div id="tasks-area">
    <div id="tasks-scroll" role="tree" tabindex="0" aria-label="Tasks, each below the one that created it">
    <div id="tasks-space"><div id="tasks-window">
    <canvas id="tasks-canvas" aria-hidden="true"></canvas><div id="tasks-rows" role="none"></div>
    </div></div>
    </div>
    <div id="tasks-tip" class="timeline-tip" hidden></div>
    </div>
    <div id="tasks-told" aria-live="polite"></div>
    <p>Each task stands below the one that created it, on the time axis of the timeline. What runs or is ready is a bar, what is suspended
    a line; arrows lead from who created, woke or, in the colour of actors, left the actor to who went on then. More than eight of one
    parent and place are one row, with how many did what. Click, or up and down: choose. Left and right: fold, unfold, with shift move in
    time. + and -, control and wheel: zoom. Enter: show what is chosen. Escape: choose none. In the timeline, below its intervals, pools
    and actors have lanes.</p>
    """
}
