// What the applications of Examples take for what their users do, to the commit of the views that have changed.

import BenchmarkHarness

var suite = BenchmarkSuite("Applications")

suite.addCounter()
suite.addCounterByHand()
for size in GameSize.allCases { suite.addMinesweeper(size) }
suite.addSlides()
suite.highlight(
  "a click on the counter",
  row: "counter-click",
  comparedWith: ["counter-by-hand": "views by hand"]
)

suite.addLoopsByHand()

await suite.main()
