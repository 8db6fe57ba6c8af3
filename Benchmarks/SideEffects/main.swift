import BenchmarkHarness
import HandWrittenLoops

var suite = BenchmarkSuite(
  "SideEffects",
  about: "What a side effect costs: alone, awaiting each other in depth, and many at once; "
    + "beside the tasks that they are made of.",
  words: [
    "effect-empty": "an empty side effect",
    "effect-updating": "a side effect that updates",
    "effects-nested": "side effects in depth",
    "effects-wide": "side effects at once",
    "task": "a Task",
    "tasks-nested": "Tasks",
    "tasks-wide": "Tasks",
    "katana-miniature": "the original",
    "depth=": "deep",
    "width=": "at once",
  ]
)

suite.addSingle()
for depth in [1, 2, 8, 32, 64] { suite.addNested(depth: depth) }
for width in [1, 10, 100, 1000] { suite.addWide(width: width) }

suite.highlight(
  "a side effect",
  row: "effect-empty",
  comparedWith: ["task": "a Task", "katana-miniature": "the original"]
)
suite.highlight(
  "100 at once",
  row: "effects-wide/width=100",
  comparedWith: ["tasks-wide/width=100": "100 Tasks"]
)

await suite.main { $0.addAll() }
