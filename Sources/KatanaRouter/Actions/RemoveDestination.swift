public import FoundationEssentials
import Katana

/// Removes a destination and everything under it; no sibling becomes active in its place.
public struct RemoveDestination: NavigationAction {
  /// What is removed.
  public let identifier: Destination.ID

  /// Makes the action for a destination of any identity.
  public init(identifier: Destination.ID) {
    self.identifier = identifier
  }

  /// Makes the action for a destination without a name.
  public init(instanceIdentifier: UUID) {
    self.init(identifier: .instance(instanceIdentifier))
  }

  /// Removes it.
  ///
  /// - Throws: `NavigationError.unknownDestination`, `isRoot`.
  public func edit(_ tree: inout NavigationTree) throws(NavigationError) {
    try tree.remove(identifier)
  }
}
