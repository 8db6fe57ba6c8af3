import BenchmarkHarness
import HandWrittenLoops
import KeyedDiff

var suite = BenchmarkSuite(
  "KeyedDiffing",
  about: "What it costs to find the edits between two lists of keyed elements, from ten to a "
    + "hundred thousand, and which.",
  words: [
    "edits": "the edits",
    "hash": "hashing the keys",
    "size=": "elements",
    "changed=": "change",
    "changed=none": "nothing changed",
    "changed=one": "one changed",
    "changed=append": "one appended",
    "changed=swap": "two swapped",
    "changed=shuffle": "all in another order",
    "changed=all": "all replaced",
  ]
)
let linear = Bar("linear in the elements", exponentOf: "size", atMost: 1.1)
let scan = Bar("a scan", against: "hash", atMost: 0.2)
// No exponent: the floor's grows as well where the keys no longer fit the caches; see RouteDiffing.
let byKey = Bar("by key", against: "hash", atMost: 2)
// A random order has a search for the fewest moves besides, which is O(n log n).
let ordered = Bar("by key and in order", against: "hash", atMost: 3)
for size in [10, 100, 1000, 10_000, 100_000] {
  suite.addHashFloor(size: size)
  for change in Change.allCases {
    let bars =
      change.isFoundByScan ? [linear, scan] : [change == .shuffle ? ordered : byKey]
    // Of ten elements the memory for the edits costs as much as the rest.
    suite.addEdits(change, size: size, bars: size < 100 ? [] : bars)
  }
}

suite.highlight(
  "1,000 keys reordered",
  row: "edits/changed=shuffle/size=1000",
  comparedWith: ["hash/size=1000": "hashing them"]
)
suite.highlight(
  "one changed",
  row: "edits/changed=one/size=1000",
  comparedWith: ["hash/size=1000": "hashing them"]
)

await suite.main { $0.addAll() }
