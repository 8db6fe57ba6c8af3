import Katana

/// Makes a destination visible: the active child of its parent, and so on up to the root.
public struct SetActiveDestination: NavigationAction {
  /// What becomes visible.
  public let identifier: Destination.ID

  /// Makes the action.
  public init(identifier: Destination.ID) {
    self.identifier = identifier
  }

  /// Activates it.
  ///
  /// - Throws: `NavigationError.unknownDestination`.
  public func edit(_ tree: inout NavigationTree) throws(NavigationError) {
    try tree.setActive(identifier)
  }
}
