import BenchmarkHarness
import HandWrittenLoops

extension HandWrittenLoops {
  /// The empty loop once more, and why the others are beside none.
  mutating func addAll() {
    add("empty-loop") {
      { iterations in for index in 0..<iterations { blackHole(index) } }
    }
    for event in ["event", "counter", "interval"] {
      addNone("c-\(event)", because: "its loop is in C")
    }
  }
}
