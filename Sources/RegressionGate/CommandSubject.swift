/// A whole command that is compared, in the directories of both sides.
public struct CommandSubject: Sendable {
  /// The command, for the shell.
  public let command: String
  /// Where it runs at the base; `nil` if that doesn't build.
  public let base: String?
  /// Where it runs at the head; `nil` if that doesn't build.
  public let head: String?
  /// Why a side isn't there.
  public let failure: String?

  /// Creates a subject.
  public init(command: String, base: String?, head: String?, failure: String? = nil) {
    self.command = command
    self.base = base
    self.head = head
    self.failure = failure
  }
}
