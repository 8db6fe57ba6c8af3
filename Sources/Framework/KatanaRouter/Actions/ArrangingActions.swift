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

/// Takes a subtree from where it is to another parent, or to another place under the same.
public struct MoveDestination: NavigationAction, Codable {
  /// The destination, which is moved with everything under it.
  public let identifier: Destination.ID

  /// The parent to which it is moved.
  public let parent: Destination.ID

  /// Before which child, as they are without the moved one; `nil` for after the last.
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

/// Puts a subtree in the place of a destination and of everything under it, and active as that was.
///
/// A replacement of the same identity and type is the same screen: it stays, and `Routable.update(_:)`
/// tells it of its other context.
public struct ReplaceDestination: NavigationAction, Codable {
  /// The destination that goes.
  public let identifier: Destination.ID

  /// The subtree that comes.
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
