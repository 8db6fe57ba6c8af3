import Katana

/// Adds a destination in front: under the active leaf, as its active child, or as the root.
public struct AddNewDestination: NavigationAction {
  /// What is added.
  public let destination: Destination

  /// Makes the action.
  public init(destination: Destination) {
    self.destination = destination
  }

  /// Adds it.
  ///
  /// - Throws: `NavigationError.duplicate`.
  public func edit(_ tree: inout NavigationTree) throws(NavigationError) {
    try tree.addActiveLeaf(NavigationNode(destination))
  }
}
