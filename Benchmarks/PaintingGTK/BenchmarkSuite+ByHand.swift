import BenchmarkHarness
import HandWrittenLoops

extension HandWrittenLoops {
  /// Says why these rows are beside no loop by hand.
  mutating func addReasons() {
    let reason = "each iteration is some thousand calls of GTK from C, and calls nothing generic"
    addNone("create by C/count=1000", because: reason)
    for place in ["in sight", "out of sight"] {
      addNone("text by C/count=10000/place=\(place)", because: reason)
    }
    addNone("key by C/until=scene", because: reason)
    addNone("scroll by C/lines=100000", because: reason)
    for end in ["scene", "pixels"] {
      addNone("frame by C/count=1000/until=\(end)", because: reason)
    }
  }
}
