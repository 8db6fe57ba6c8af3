import BenchmarkHarness
import HandWrittenLoops

extension HandWrittenLoops {
  /// The clock's loop once more, and why the other is beside none.
  mutating func addAll() {
    add("clock") {
      let clock = ContinuousClock()
      var last = clock.now
      return { iterations in for _ in 0..<iterations { last = max(last, clock.now) } }
    }
    addNone("event", because: "it is what is recorded, and takes a recorder")
  }
}
