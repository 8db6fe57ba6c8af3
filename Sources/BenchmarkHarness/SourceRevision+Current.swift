extension SourceRevision {
  /// Asks git about the checkout that the working directory belongs to.
  ///
  /// - Returns: `nil` if there is no git, no checkout or no commit.
  static func current() -> SourceRevision? {
    guard
      let commit = CommandOutput.read("git rev-parse --verify HEAD"),
      // Without optional locks, or git would rewrite the index beside another git that is at work.
      let status = CommandOutput.read("git --no-optional-locks status --porcelain")
    else { return nil }
    return SourceRevision(commit: String(commit.prefix { !$0.isNewline }), isDirty: !status.isEmpty)
  }
}
