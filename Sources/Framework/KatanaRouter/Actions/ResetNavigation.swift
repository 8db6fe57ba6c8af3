import Katana

/// Empties the tree, or begins anew with another root.
public struct ResetNavigation: NavigationAction {
  /// The new root; `nil` for none.
  public let root: NavigationNode?

  /// Makes the action.
  public init(to root: NavigationNode? = nil) {
    self.root = root
  }

  /// Replaces everything.
  ///
  /// - Throws: `NavigationError.duplicate`.
  public func edit(_ tree: inout NavigationTree) throws(NavigationError) {
    try tree.reset(to: root)
  }
}
