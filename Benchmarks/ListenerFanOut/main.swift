// What it costs to tell listeners of an update: all of them, or those whose part of the state has
// changed; beside an array of closures.

import BenchmarkHarness

var suite = BenchmarkSuite("ListenerFanOut")

for count in [1, 10, 100, 1000, 10_000] {
  suite.addFanOut(listeners: count)
  suite.addCoalescing(listeners: count)
  for percent in [0, 1, 100] where count >= 100 || percent != 1 {
    suite.addSelectors(listeners: count, interested: percent)
  }
}

suite.addLoopsByHand()

await suite.main()
