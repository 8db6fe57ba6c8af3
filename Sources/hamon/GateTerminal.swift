import BenchmarkHarness
import RegressionGate

/// Tells the person at the terminal how far a gate is; in a pipe, only what it is about to do.
struct GateTerminal: GateProgress {
  private let line = ProgressLine()

  func plan(_ text: String) {
    line.clear()
    print(text)
  }

  func show(_ text: String) {
    line.show(text)
  }

  func clear() {
    line.clear()
  }
}
