import Katana

/// Replaces the whole tree, such as by what a deep link says.
///
/// What both trees have in the same place stays where it is and is not realized anew; where its context is
/// another, `Routable.update(_:)` tells it.
public struct SetRoute: NavigationAction {
  /// What is there afterwards.
  public let tree: NavigationTree

  /// Makes the action.
  public init(_ tree: NavigationTree) {
    self.tree = tree
  }

  /// Makes the action for a way of destinations, each the active child of the one before.
  ///
  /// - Throws: `NavigationError.duplicate`.
  public init(path: [Destination]) throws(NavigationError) {
    var node: NavigationNode?
    for destination in path.reversed() {
      node = NavigationNode(
        destination,
        isActive: true,
        children: node.map { [$0] } ?? []
      )
    }
    self.init(try NavigationTree(node))
  }

  /// Replaces it.
  public func edit(_ tree: inout NavigationTree) throws(NavigationError) {
    tree = self.tree
  }
}
