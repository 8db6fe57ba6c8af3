import BenchmarkHarness
import NativeViews

// The peer as one would write it: what it is counted beside.
extension BenchmarkSuite {
  mutating func addLoopsByHand() {
    addByHand("counter-by-hand") {
      let tree = ViewTree(size: counterSize, backend: HeadlessBackend(clock: ManualFrameSource()))
      let label = HandWrittenLabel.withButton(in: tree)
      return { iterations in
        for _ in 0..<iterations {
          tree.handle(.pointer(PointerEvent(.down, at: upPlace)))
          tree.handle(.pointer(PointerEvent(.up, at: upPlace)))
          tree.flush()
        }
        withExtendedLifetime(label) {}
      }
    }
  }
}
