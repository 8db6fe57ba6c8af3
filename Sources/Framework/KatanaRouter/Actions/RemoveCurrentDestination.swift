import Katana

/// Removes the active leaf; no sibling becomes active in its place.
public struct RemoveCurrentDestination: NavigationAction {
  /// Makes the action.
  public init() {}

  /// Removes it.
  ///
  /// - Throws: `NavigationError.noRoot`, `isRoot`.
  public func edit(_ tree: inout NavigationTree) throws(NavigationError) {
    guard let leaf = tree.activeLeaf else { throw .noRoot }
    try tree.remove(leaf.destination.id)
  }
}
