import Glibc
import RegressionGate
import SuiteErrors

/// Tells the person at the terminal how far a gate is; in a pipe, only what it is about to do.
struct GateTerminal: GateProgress {
  private let line = ProgressLine()

  func plan(_ text: String) {
    line.clear()
    print(text)
    // In a pipe, as of a CI, it would come with everything else, at the end.
    fflush(nil)
  }

  func show(_ text: String) {
    line.show(text)
  }

  func clear() {
    line.clear()
  }
}
