import BenchmarkHarness
import HandWrittenLoops

var suite = BenchmarkSuite(
  "Applications",
  about: "What the applications of Examples take for what their users do, to the commit of "
    + "the views that have changed.",
  words: [
    "minesweeper-one": "a click that opens one cell",
    "minesweeper-flood": "a click that opens a field",
    "minesweeper-restart": "another game",
    "minesweeper-frames": "a frame of a game",
    "todo-route": "an item shown, and back",
    "todo-replay": "a log replayed",
    "slides-tick": "a frame of a slide",
    "feed-append": "a page of posts added",
    "feed-scroll": "a step of scrolling",
  ]
)

suite.addCounter()
suite.addCounterByHand()
for size in GameSize.allCases { suite.addMinesweeper(size) }
suite.addMinesweeperFrames(.tenfold)
suite.addSlides()
suite.addTodoToggle(1_000, bars: [])
suite.addTodoToggle(
  100_000,
  bars: [Bar("a hundred times the items", against: "todo-toggle/items=1000", atMost: 2)]
)
suite.addTodoRoute(bars: [
  Bar("20 us a step beyond the screens", over: "todo-route-by-hand", atMost: .microseconds(40))
])
suite.addTodoReplay(
  10_000,
  bars: [Bar("a million items a second", medianAtMost: .milliseconds(10))]
)
let growth = Bar("the heap grows by the model only", memoryAtMost: 4096)
suite.addFeedAppend(100, bars: [growth])
suite.addFeedAppend(
  10_000,
  bars: [
    growth,
    Bar("a hundred times the rows cost no more", against: "feed-append/rows=100", atMost: 1.2),
  ]
)
suite.addFeedScroll(
  1_000,
  bars: [Bar("99 % within a frame", percentile: 0.99, atMost: .microseconds(16_600))]
)
suite.highlight(
  "a click on the counter",
  row: "counter-click",
  comparedWith: ["counter-by-hand": "views by hand"]
)
suite.highlight(
  "a tick of one of 1,000 items",
  row: "todo-toggle/items=1000",
  comparedWith: ["todo-toggle-by-hand/items=1000": "by hand"]
)
suite.highlight(
  "scrolling",
  row: "feed-scroll/rows=1000",
  comparedWith: ["feed-scroll-by-hand/rows=1000": "by hand"]
)

await suite.main { $0.addAll() }
