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
  ///
  /// - Parameter instanceIdentifier: Its number. A destination with a name has none: then the dispatch is
  ///   rejected, and `init(identifier:)` with its `id` is what works for each.
  public init(instanceIdentifier: UUID?) {
    let none = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    self.init(identifier: .instance(instanceIdentifier ?? none))
  }

  /// Removes it.
  ///
  /// - Throws: `NavigationError.unknownDestination`, `isRoot`.
  public func edit(_ tree: inout NavigationTree) throws(NavigationError) {
    try tree.remove(identifier)
  }
}
