package import ProcessLaunching
package import Statistics

/// A benchmark executable, built at base and head.
package struct GateSubject: Equatable, Sendable {
  package let name: String
  /// The executable of each side; `nil` if it is missing or wasn't built.
  package var programs: Sides<BenchmarkProgram?>
  /// Why a side wasn't built although it should have been.
  package let failure: String?

  package init(name: String, programs: Sides<BenchmarkProgram?>, failure: String? = nil) {
    self.name = name
    self.programs = programs
    self.failure = failure
  }
}

/// Whole commands to compare in the directories of both sides.
package struct CommandSubject: Sendable {
  /// The commands, for the shell; one name for all of them if a side is missing.
  package let commands: [String]
  /// The top directory of each side; `nil` if one doesn't build.
  package let roots: Sides<String>?
  /// The working directory below the top; empty at the top.
  package let subdirectory: String
  /// Why a side is missing.
  package let failure: String?

  package init(
    commands: [String],
    roots: Sides<String>?,
    subdirectory: String = "",
    failure: String? = nil
  ) {
    self.commands = commands
    self.roots = roots
    self.subdirectory = subdirectory
    self.failure = failure
  }
}

/// The receiver of a gate's messages while it runs.
package protocol GateProgress: Sendable {
  /// Whether the gate should end before its next row.
  var isInterrupted: Bool { get }
  /// Shows the plan before the work begins.
  func plan(_ text: String)
  /// Shows the current step.
  func show(_ text: String)
}
