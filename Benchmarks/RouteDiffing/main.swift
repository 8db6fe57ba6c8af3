// What it costs to get from one navigation to the next: to change a tree, to compare it with the one
// before, and both, for trees of several shapes and up to a million destinations.

import BenchmarkHarness
import KatanaRouter

var suite = BenchmarkSuite("RouteDiffing")
suite.limitQuickRuns("size", to: 100_000)

for size in [10, 1000, 10_000, 100_000, 1_000_000] {
  suite.addDiff(
    .tree,
    size: size,
    changed: .none,
    bars: [Bar("identical trees", medianAtMost: .nanoseconds(50))]
  )
}
let hash = Bar("all nodes new", against: "hash", atMost: 2)
let linear = Bar("linear in the nodes", exponentOf: "size", atMost: 1.1)
for shape in Shape.allCases {
  for size in [10, 1000, 10_000, 100_000, 1_000_000] {
    suite.addDiff(
      shape,
      size: size,
      changed: .new,
      bars: [hash, linear]
    )
  }
  for size in [10, 1000, 10_000, 100_000] {
    suite.addDiff(
      shape,
      size: size,
      changed: .all,
      bars: [linear]
    )
  }
}
for size in [1000, 10_000, 100_000] {
  for changed in [Change.one, .hundredth, .tenth] {
    suite.addDiff(.tree, size: size, changed: changed)
  }
  suite.addDiff(.flat, size: size, changed: .one, bars: [linear])
}
for size in [10, 1000, 10_000, 100_000, 1_000_000] {
  suite.addEdits(
    .tree,
    size: size,
    bars: size == 10_000 ? [Bar("one change", medianAtMost: .microseconds(10))] : []
  )
}
for shape in [Shape.flat, .chain] {
  for size in [1000, 10_000] { suite.addEdits(shape, size: size) }
}
for size in [10, 1000, 10_000, 100_000, 1_000_000] { suite.addHashFloor(size: size) }
for size in [100, 1000] { suite.addOriginal(size: size) }
suite.addLinear(
  size: 1000,
  bars: [Bar("linear route", medianAtMost: .microseconds(10))]
)

await suite.main()
