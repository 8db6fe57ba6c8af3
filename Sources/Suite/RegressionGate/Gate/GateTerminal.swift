import Glibc
import ProcessLaunching
package import SuiteErrors

/// Shows the progress of a gate at a terminal; in a pipe, only its plan.
package struct GateTerminal: GateProgress {
  package let line = ProgressLine()
  /// Whether standard output is only for results, and the plan goes to standard error.
  private let sparesOutput: Bool

  package init(sparingOutput: Bool = false) { sparesOutput = sparingOutput }

  package var isInterrupted: Bool { InterruptSignal.hasArrived }

  package func plan(_ text: String) {
    line.clear()
    if sparesOutput { return StandardError.write(text) }
    print(text)
    // In a pipe, as in CI, output is buffered until the end otherwise.
    fflush(nil)
  }

  package func show(_ text: String) { line.show(text) }
}
