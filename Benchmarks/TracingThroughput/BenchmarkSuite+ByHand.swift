import BenchmarkHarness

extension BenchmarkSuite {
  /// The clock's loop once more, and why the other is beside none.
  mutating func addLoopsByHand() {
    addByHand("clock") {
      let clock = ContinuousClock()
      var last = clock.now
      return { iterations in for _ in 0..<iterations { last = max(last, clock.now) } }
    }
    addNoneByHand("event", because: "it is what is recorded, and takes a recorder")
  }
}
