import Katana

/// Puts the first destination into an empty tree; the router does it when it starts.
public struct SetRootDestination: NavigationAction {
  /// The root.
  public let destination: Destination

  /// Makes the action.
  public init(destination: Destination) {
    self.destination = destination
  }

  /// Adds it.
  ///
  /// - Throws: `NavigationError.rootExists`.
  public func edit(_ tree: inout NavigationTree) throws(NavigationError) {
    try tree.setRoot(NavigationNode(destination))
  }
}
