import BenchmarkHarness
import HandWrittenLoops

var suite = BenchmarkSuite(
  "ListenerFanOut",
  about: "What it costs to tell listeners of an update: all of them, or those whose part of "
    + "the state has changed; beside an array of closures.",
  words: [
    "listeners": "all listeners told",
    "listeners-new-state": "all told of a new state",
    "listeners-key-path": "listeners of a key path",
    "listeners-coalescing": "listeners that coalesce updates",
    "selectors": "listeners of a selection",
    "closures": "an array of closures",
    "closures-new-state": "closures that take a new state",
    "katana-miniature": "the original",
    "value=still": "their value still the same",
    "value=changed": "their value changed",
    "interested=": "interested",
  ]
)

for count in [1, 10, 100, 1000, 10_000] {
  suite.addFanOut(listeners: count)
  suite.addCoalescing(listeners: count)
  for percent in [0, 1, 100] where count >= 100 || percent != 1 {
    suite.addSelectors(listeners: count, interested: percent)
  }
}

suite.highlight(
  "1,000 listeners",
  row: "listeners/listeners=1000",
  comparedWith: [
    "closures/listeners=1000": "an array of closures",
    "katana-miniature/listeners=1000": "the original",
  ]
)
suite.highlight(
  "1 % of them interested",
  row: "selectors/listeners=1000/interested=1%",
  comparedWith: ["closures/listeners=1000": "the closures"]
)

await suite.main { $0.addAll() }
