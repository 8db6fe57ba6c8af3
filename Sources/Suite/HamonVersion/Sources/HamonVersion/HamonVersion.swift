#if WITHOUT_COMMIT
/// What the build tool writes elsewhere.
private let builtCommit = ""
#endif

/// The version of this package, and the commit that it was built from.
public enum HamonVersion {
  /// The version as it is tagged: the one place that has it, which a test holds against the changelog.
  public static let number = "0.1.0"

  /// The commit in short, and whether `Sources` differs from it; empty outside of a git checkout.
  ///
  /// Not inlined: only this module is compiled again after a commit, what imports it is linked.
  public static var commit: String {
    @inline(never) get { builtCommit }
  }

  /// Version and commit: `0.1.0 (2f5869b)`, `0.1.0 (2f5869b, modified)`, or `0.1.0` alone.
  public static var description: String {
    @inline(never) get { commit.isEmpty ? number : "\(number) (\(commit))" }
  }
}
