import BenchmarkHarness

extension BenchmarkSuite {
  /// Says why these rows are beside no loop by hand.
  mutating func addReasons() {
    for row in ["events-only", "events-in-turn"] {
      addNoneByHand(row, because: "an iteration is one call of the reader")
    }
    for tool in ["babeltrace2-dummy", "babeltrace2-text"] {
      addNoneByHand(tool, because: "it is another program")
    }
  }
}
