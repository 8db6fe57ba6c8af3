package import ProcessLaunching

/// A benchmark executable, built at base and head.
package struct GateSubject: Equatable, Sendable {
  package let name: String
  /// The executable of the base; `nil` if it isn't there or wasn't built.
  package let base: BenchmarkProgram?
  package let head: BenchmarkProgram?
  /// Why a side wasn't built, where it should have been.
  package let failure: String?

  package init(
    name: String,
    base: BenchmarkProgram?,
    head: BenchmarkProgram?,
    failure: String? = nil
  ) {
    self.name = name
    self.base = base
    self.head = head
    self.failure = failure
  }

  /// The same with the temporary files of each side apart.
  func keepingFiles(_ files: SideFiles) -> GateSubject {
    GateSubject(
      name: name,
      base: base?.keepingFiles(in: files.folder(.base)),
      head: head?.keepingFiles(in: files.folder(.head)),
      failure: failure
    )
  }
}

/// A whole command that is compared, in the directories of both sides.
package struct CommandSubject: Sendable {
  /// The command, for the shell.
  package let command: String
  /// The top of the base's files; `nil` if that doesn't build.
  package let base: String?
  /// The top of the head's files; `nil` if that doesn't build.
  package let head: String?
  /// Where it runs below the top; empty at the top.
  package let subdirectory: String
  /// Why a side isn't there.
  package let failure: String?

  package init(
    command: String,
    base: String?,
    head: String?,
    subdirectory: String = "",
    failure: String? = nil
  ) {
    self.command = command
    self.base = base
    self.head = head
    self.subdirectory = subdirectory
    self.failure = failure
  }
}

/// One of the two that a gate compares.
package enum GateSide: String, Codable, Sendable {
  /// The side that was there before.
  case base
  /// The side that is judged.
  case head
}

/// The receiver of a gate's messages while it runs.
package protocol GateProgress: Sendable {
  /// Tells the plan, before the work begins.
  func plan(_ text: String)
  /// Tells the present step.
  func show(_ text: String)
}
