import BenchmarkHarness

extension BenchmarkSuite {
  /// Says why the floors are beside no loop by hand.
  mutating func addReasons(samples count: Int) {
    addNoneByHand(
      "records-only/samples=\(count)",
      because: "an iteration is one call of the reader"
    )
    addNoneByHand("unrecorded", because: "it is another process")
  }
}
