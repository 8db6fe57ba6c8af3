#if WITHOUT_COMMIT
/// The value that the build tool otherwise writes.
private let builtCommit = ""
#endif

/// The version of this package, and the commit that it was built from.
public enum HamonVersion {
  /// The tagged version, defined only here; a test compares it with the changelog.
  public static let number = "0.2.0"

  /// The short commit, and whether `Sources` differs from it; empty outside a git checkout.
  ///
  /// Not inlined: after a commit only this module is compiled again, and its importers are linked.
  public static var commit: String {
    @inline(never) get { builtCommit }
  }

  /// Version and commit: `0.2.0 (2f5869b)`, `0.2.0 (2f5869b, modified)`, or `0.2.0` alone.
  public static var description: String {
    @inline(never) get { commit.isEmpty ? number : "\(number) (\(commit))" }
  }
}
