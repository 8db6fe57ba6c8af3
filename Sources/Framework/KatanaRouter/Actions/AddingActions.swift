import Katana

/// Puts the first destination into an empty tree; the router does this when it starts.
public struct SetRootDestination: NavigationAction, Codable {
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

/// Adds a destination in front: under the active leaf, as its active child, or as the root.
public struct AddNewDestination: NavigationAction, Codable {
  /// The destination.
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

/// Adds destinations after the children of another.
///
/// If one of them becomes active, no other child is; in the original the old one stayed active too and won.
public struct AddChildrenToDestination: NavigationAction, Codable {
  /// The parent.
  public let identifier: Destination.ID

  /// The destinations, in order.
  public let destinations: [Destination]

  /// The destination that becomes the active child; `nil` keeps the active child.
  public let activeDestination: Destination?

  /// Makes the action.
  public init(
    identifier: Destination.ID,
    destinations: [Destination],
    activeDestination: Destination? = nil
  ) {
    self.identifier = identifier
    self.destinations = destinations
    self.activeDestination = activeDestination
  }

  /// Makes the action for one child, which becomes active.
  public init(identifier: Destination.ID, child: Destination) {
    self.init(identifier: identifier, destinations: [child], activeDestination: child)
  }

  /// Adds them.
  ///
  /// - Throws: `NavigationError.unknownDestination`, also if `activeDestination` is not one of them; `duplicate`.
  public func edit(_ tree: inout NavigationTree) throws(NavigationError) {
    if let activeDestination, !destinations.contains(activeDestination) {
      throw .unknownDestination(activeDestination.id)
    }
    let nodes = destinations.map { NavigationNode($0, isActive: $0 == activeDestination) }
    try tree.insert(nodes, under: identifier)
  }
}
