import BenchmarkHarness

extension BenchmarkSuite {
  /// The empty loop once more, and why the others are beside none.
  mutating func addLoopsByHand() {
    addByHand("empty-loop") {
      { iterations in for index in 0..<iterations { blackHole(index) } }
    }
    for event in ["event", "counter", "interval"] {
      addNoneByHand("c-\(event)", because: "its loop is in C")
    }
  }
}
