// What it costs to get from one navigation to the next: to change a tree, to compare it with the one
// before, and both, for trees of several shapes and up to a million destinations.

import BenchmarkHarness
import KatanaRouter

var suite = BenchmarkSuite("RouteDiffing")

// A first look leaves sizes out, and the million but where a bar is about it: that takes minutes.
let isQuick = CommandLine.arguments.contains("--quick")
let largest = 1_000_000
let newSizes =
  isQuick ? [10, 1000, 100_000, largest] : [10, 100, 1000, 10_000, 100_000, largest]
let changedSizes = isQuick ? [10, 1000, 100_000] : newSizes
let editedSizes = isQuick ? [10, 1000, 10_000] : newSizes

let identical = Bar("identical trees", medianAtMost: .nanoseconds(50))
let hash = Bar("all nodes new", against: "hash", atMost: 2)
let linear = Bar("linear in the nodes", exponentOf: "size", atMost: 1.1)
for shape in Shape.allCases {
  for size in newSizes {
    suite.addDiff(shape, size: size, changed: .none, bars: [identical])
    suite.addDiff(shape, size: size, changed: .new, bars: size < largest ? [hash] : [hash, linear])
  }
  for changed in [Change.one, .hundredth, .tenth, .all] {
    for size in changedSizes {
      suite.addDiff(
        shape,
        size: size,
        changed: changed,
        bars: size == changedSizes.last ? [linear] : []
      )
    }
  }
}
let oneChange = Bar("one change", medianAtMost: .microseconds(10))
for shape in Shape.allCases {
  for size in editedSizes {
    suite.addEdits(shape, size: size, bars: shape == .tree && size == 10_000 ? [oneChange] : [])
  }
}
suite.addChainLife(size: isQuick ? 100_000 : largest)
suite.addSameRootFloor()
for size in newSizes { suite.addHashFloor(size: size) }
for size in changedSizes where size <= 1000 { suite.addOriginal(size: size) }
suite.addLinear(
  size: 1000,
  bars: [Bar("linear route", medianAtMost: .microseconds(10))]
)

await suite.main()
