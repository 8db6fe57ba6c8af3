import Katana

/// Makes a destination visible: the active child of its parent, and so on up to the root.
public struct SetActiveDestination: NavigationAction, Codable {
  /// The destination.
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

/// Moves a subtree to another parent, or to another place under the same one.
public struct MoveDestination: NavigationAction, Codable {
  /// The destination, which moves with everything under it.
  public let identifier: Destination.ID

  /// The new parent.
  public let parent: Destination.ID

  /// The index to insert it at, among the children without it; `nil` to append it.
  public let place: Int?

  /// Makes the action.
  public init(identifier: Destination.ID, under parent: Destination.ID, at place: Int? = nil) {
    self.identifier = identifier
    self.parent = parent
    self.place = place
  }

  /// Moves it.
  ///
  /// - Throws: `NavigationError.unknownDestination`, `isRoot`, `cycle`, `noSuchPlace`.
  public func edit(_ tree: inout NavigationTree) throws(NavigationError) {
    try tree.move(identifier, under: parent, at: place)
  }
}

/// Replaces a destination and everything under it by a subtree, which is active if the destination was.
///
/// A replacement of the same identity and type is the same screen: it stays, and `Routable.update(_:)` gets its other context.
public struct ReplaceDestination: NavigationAction, Codable {
  /// The replaced destination.
  public let identifier: Destination.ID

  /// The subtree that replaces it.
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
