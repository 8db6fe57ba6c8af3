// What it costs to find the edits between two lists of keyed elements, from ten to a hundred thousand, and which.

import BenchmarkHarness
import KeyedDiff

var suite = BenchmarkSuite("KeyedDiffing")
let linear = Bar("linear in the elements", exponentOf: "size", atMost: 1.1)
// What a scan decides hashes nothing; what has other places hashes each key of both lists once, as the floor does.
let scan = Bar("a scan", against: "hash", atMost: 0.5)
let hashed = Bar("by key", against: "hash", atMost: 4)
for size in [10, 100, 1000, 10_000, 100_000] {
  suite.addHashFloor(size: size)
  for change in Change.allCases {
    let floorBars = size < 1000 ? [] : [change.isFoundByScan ? scan : hashed]
    suite.addEdits(change, size: size, bars: [linear] + floorBars)
  }
}

await suite.main()
