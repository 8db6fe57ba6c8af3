import Katana

/// Takes a subtree from where it is to another parent, or to another place under the same.
public struct MoveDestination: NavigationAction {
  /// What is moved, with everything under it.
  public let identifier: Destination.ID

  /// Where to.
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
