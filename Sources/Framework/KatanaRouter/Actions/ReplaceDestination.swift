import Katana

/// Puts a subtree in the place of a destination and of everything under it, and active as that was.
///
/// A replacement of the same identity and type is the same screen: it stays, and `Routable.update(_:)`
/// tells it of its other context.
public struct ReplaceDestination: NavigationAction {
  /// What goes.
  public let identifier: Destination.ID

  /// What comes.
  public let replacement: NavigationNode

  /// Makes the action.
  public init(identifier: Destination.ID, with replacement: NavigationNode) {
    self.identifier = identifier
    self.replacement = replacement
  }

  /// Makes the action for one destination.
  public init(identifier: Destination.ID, with replacement: Destination) {
    self.init(identifier: identifier, with: NavigationNode(replacement))
  }

  /// Replaces it.
  ///
  /// - Throws: `NavigationError.unknownDestination`, `duplicate`.
  public func edit(_ tree: inout NavigationTree) throws(NavigationError) {
    try tree.replace(identifier, with: replacement)
  }
}
