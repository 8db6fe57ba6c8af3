public import FoundationEssentials
import Katana

/// Removes a destination and everything under it; no sibling becomes active instead.
public struct RemoveDestination: NavigationAction, Codable {
  /// The destination.
  public let identifier: Destination.ID

  /// Makes the action for a destination of any identity.
  public init(identifier: Destination.ID) {
    self.identifier = identifier
  }

  /// Makes the action for a destination without a name.
  ///
  /// - Parameter instanceIdentifier: Its number. A destination with a name has none, and the dispatch is rejected; `init(identifier:)` with
  ///   its `id` works for each.
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

/// Removes the active leaf; no sibling becomes active instead.
public struct RemoveCurrentDestination: NavigationAction, Codable {
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

/// Removes what is in front of a destination of the active path, so that it becomes the active leaf.
public struct PopToDestination: NavigationAction, Codable {
  /// The destination that becomes the active leaf.
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
