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

  /// Creates a subject.
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
