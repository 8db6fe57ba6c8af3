import BenchmarkHarness
import HandWrittenLoops

var suite = BenchmarkSuite(
  "Screens",
  about: "What screens cost: to keep them in step with a store, to navigate between them, "
    + "and to compare them with their snapshots; beside the same by hand.",
  words: [
    "controllers": "controllers told of a change",
    "rebuild-all": "all made anew",
    "dispatch": "a dispatch",
    "route": "a route, and back",
    "route-by-hand": "by hand",
    "snapshots": "snapshots compared",
    "snapshots-by-hand": "Cairo alone",
    "snapshots-by-hand-kept": "Cairo alone with kept layouts",
    "connected=": "connected controllers",
    "reads=part": "which read a part",
    "reads=entity": "which read an entity",
    "reads=everything": "which read everything",
    "step=push-pop": "pushed and popped",
  ]
)

let read = Bar("one view model reads what has changed", medianAtMost: .microseconds(5))
for count in [1, 10, 100, 1000] {
  for reads in NumberReads.allCases {
    suite.addControllers(count, reads, bars: reads == .everything ? [] : [read])
  }
  suite.addRebuildAll(count)
}

for count in [1, 10, 30, 100] {
  let step = Bar(
    "20 us a step beyond the screens",
    over: "route-by-hand",
    atMost: .microseconds(20 * 2 * count)
  )
  let linear = Bar("linear in the screens", exponentOf: "screens", atMost: 1.05)
  suite.addRoute(count, bars: [step, linear])
}

suite.addSnapshots()

suite.highlight(
  "one of 1,000 screens told",
  row: "controllers/connected=1000/reads=part",
  comparedWith: ["rebuild-all/connected=1000": "all made anew"]
)
suite.highlight(
  "10 pushed and popped",
  row: "route/screens=10/step=push-pop",
  comparedWith: ["route-by-hand/screens=10/step=push-pop": "by hand"]
)
suite.highlight(
  "48 snapshots",
  row: "snapshots/pictures=48",
  comparedWith: ["snapshots-by-hand/pictures=48": "Cairo alone"]
)

await suite.main { $0.addAll() }
