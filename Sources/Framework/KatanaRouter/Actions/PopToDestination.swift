import Katana

/// Removes what is in front of a destination of the active path, so that it is the active leaf.
public struct PopToDestination: NavigationAction {
  /// What becomes the active leaf.
  public let identifier: Destination.ID

  /// Makes the action.
  public init(identifier: Destination.ID) {
    self.identifier = identifier
  }

  /// Removes it.
  ///
  /// - Throws: `NavigationError.unknownDestination`, `notActive`.
  public func edit(_ tree: inout NavigationTree) throws(NavigationError) {
    try tree.pop(to: identifier)
  }
}
