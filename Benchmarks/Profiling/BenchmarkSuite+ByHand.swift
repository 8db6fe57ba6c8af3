import BenchmarkHarness
import HandWrittenLoops

extension HandWrittenLoops {
  /// Says why the floors are beside no loop by hand.
  mutating func addReasons(samples count: Int) {
    addNone(
      "records-only/samples=\(count)",
      because: "an iteration is one call of the reader"
    )
    addNone("unrecorded", because: "it is another process")
  }
}
