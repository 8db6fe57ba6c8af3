import BenchmarkHarness
import HandWrittenLoops

extension HandWrittenLoops {
  /// Says why these rows are beside no loop by hand.
  mutating func addReasons() {
    addNone("events-only", because: "an iteration is one call of the reader")
    for tool in ["babeltrace2-dummy", "babeltrace2-text"] {
      addNone(tool, because: "it is another program")
    }
  }
}
