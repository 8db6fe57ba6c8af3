/// A rule that every change of a navigation state has to keep, such as "nobody gets to the account
/// without having signed in".
public struct NavigationGuard: Sendable {
  /// What a guard says of a change.
  public enum Decision: Equatable, Sendable {
    /// It may happen, as far as this guard is concerned.
    case allow
    /// It must not happen.
    case refuse(reason: String)
  }

  /// What errors call it.
  public let name: String

  /// Decides; a pure function of the trees before and after the change.
  public let decide: @Sendable (_ old: NavigationTree, _ new: NavigationTree) -> Decision

  /// Makes a guard.
  ///
  /// - Parameters:
  ///   - name: What errors call it.
  ///   - decide: A pure function of the trees before and after the change.
  public init(
    _ name: String,
    decide: @escaping @Sendable (_ old: NavigationTree, _ new: NavigationTree) -> Decision
  ) {
    self.name = name
    self.decide = decide
  }
}
