/// A whole command that is compared, in the directories of both sides.
public struct CommandSubject: Sendable {
  /// The command, for the shell.
  public let command: String
  /// The top of the base's files; `nil` if that doesn't build.
  public let base: String?
  /// The top of the head's files; `nil` if that doesn't build.
  public let head: String?
  /// Where it runs below the top; empty at the top.
  public let subdirectory: String
  /// Why a side isn't there.
  public let failure: String?

  /// Creates a subject.
  public init(
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
