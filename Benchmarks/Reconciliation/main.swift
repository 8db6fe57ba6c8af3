import BenchmarkHarness
import HandWrittenLoops

var suite = BenchmarkSuite(
  "Reconciliation",
  about: "What it costs to bring views to where descriptions, or a store's state, are now: "
    + "by how much has changed and how many there are, beside what hand-written calls of "
    + "the views and the original cost.",
  words: [
    "update": "an update",
    "memoized": "a memoized update",
    "connected": "an update from a store",
    "create": "rows created",
    "create-views": "their views alone",
    "create-original": "the original",
    "original": "the original",
    "connected-original": "the original",
    "minesweeper": "a click in Minesweeper",
    "minesweeper-original": "the original",
    "memory": "memory of rows",
    "million-updates": "a million updates",
    "hash": "hashing the keys",
    "dictionary": "a dictionary of the keys",
    "equal": "comparing the descriptions",
    "identity": "comparing identities",
    "dispatch": "a dispatch",
    "size=": "rows",
    "change=": "change",
    "change=none": "nothing changed",
    "change=one": "one changed",
    "change=tenth": "a tenth changed",
    "change=swap": "two swapped",
    "change=rotate": "the first at the end",
    "change=shuffle": "another order",
    "change=reverse": "reversed",
    "change=remove": "one removed",
    "form=array": "an array",
    "form=foreach": "ForEach",
    "form=entities": "Entities",
  ]
)
// Exponents of a first look come from the smaller ones.
suite.limitQuickRuns("size", to: 10_000)

let linear = Bar("linear in the rows", exponentOf: "size", atMost: 1.05)
for size in [10, 100, 1000, 10_000, 100_000] {
  suite.addFloors(size: size)
  suite.addViewCreation(size: size)
  for form in Form.allCases {
    let beyond = Bar(
      "250 ns a row beyond the views",
      over: "create-views",
      atMost: .nanoseconds(250 * size)
    )
    suite.addCreation(form, size: size, bars: [linear, beyond])
    for change in Change.allCases {
      suite.addUpdate(change, form, size: size, bars: [linear] + change.bars(form, size: size))
    }
  }
  suite.addMemoized(size: size, bars: [linear])
  for reads in Reads.allCases {
    let still = Bar("nothing changed", medianAtMost: .microseconds(2))
    let isNamed = size == 1000 && reads != .everything
    suite.addConnected(reads, .none, size: size, bars: [linear] + (isNamed ? [still] : []))
    suite.addConnected(reads, .one, size: size, bars: [linear])
  }
  suite.addConnectedOriginal(size: size)
}
suite.addMinesweeper()
suite.addMinesweeperOriginal()
for form in Form.allCases {
  suite.addMemory(form, size: 10_000)
  suite.addMillionUpdates(form)
}

suite.highlight(
  "one of 1,000 rows changed",
  row: "update/change=one/form=foreach/size=1000",
  comparedWith: ["equal/size=1000": "comparing them"]
)
suite.highlight(
  "all made",
  row: "create/form=foreach/size=1000",
  comparedWith: ["create-views/size=1000": "their views"]
)
suite.highlight(
  "a click in Minesweeper",
  row: "minesweeper",
  comparedWith: ["minesweeper-original": "the original"]
)

await suite.main { $0.addAll() }
