extension SourceRevision {
  /// Asks git about the checkout that the working directory belongs to.
  ///
  /// - Returns: `nil` if there is no git, no checkout or no commit.
  static func current() -> SourceRevision? {
    guard
      let commit = CommandOutput.read("git rev-parse --verify HEAD"),
      // Without optional locks, or git would rewrite the index beside another git that is at work.
      // Results are written by what measures, and go into nothing that is measured.
      let changes = CommandOutput.read(
        """
        git --no-optional-locks status --porcelain --untracked-files=no -- ':(top)' \
        ':(top,exclude)results' ':(exclude)results'
        """
      ),
      let sources = untrackedSources()
    else { return nil }
    return SourceRevision(
      commit: String(commit.prefix { !$0.isNewline }),
      isDirty: !changes.isEmpty || !sources.isEmpty
    )
  }

  /// The new files that a build may compile; what else lies about, such as a Package.resolved that nobody
  /// commits, was no part of what was measured.
  private static func untrackedSources() -> String? {
    CommandOutput.read(
      """
      git --no-optional-locks ls-files --others --exclude-standard -- \
      ':(top,glob)**/*.swift' ':(top,glob)**/*.c' ':(top,glob)**/*.h' ':(top,glob)**/*.cc' \
      ':(top,glob)**/*.cpp' ':(top,glob)**/*.cxx' ':(top,glob)**/*.hh' ':(top,glob)**/*.hpp' \
      ':(top,glob)**/*.inc' ':(top,glob)**/*.m' ':(top,glob)**/*.mm' ':(top,glob)**/*.s' \
      ':(top,glob)**/*.S' ':(top,glob)**/module.modulemap' \
      ':(top,exclude,glob)**/.build/**' ':(top,exclude)results' ':(exclude)results'
      """
    )
  }
}
