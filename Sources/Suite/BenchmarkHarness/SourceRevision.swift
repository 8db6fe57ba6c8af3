/// The state of a git checkout.
public struct SourceRevision: Codable, Equatable, Sendable {
  /// The hash of the commit.
  public let commit: String

  /// Whether tracked files differ from the commit, or there are sources that git neither tracks nor
  /// ignores; results don't count.
  public let isDirty: Bool

  /// Creates the description of a state.
  public init(commit: String, isDirty: Bool) {
    self.commit = commit
    self.isDirty = isDirty
  }
}
