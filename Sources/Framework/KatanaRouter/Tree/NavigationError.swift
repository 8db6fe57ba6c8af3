/// Why a navigation tree could not be changed; it stays as it was.
///
/// Source: docs/semantics/router.md, R18: in the original each was a trap or was ignored.
public enum NavigationError: Error, Equatable, Sendable {
  /// No destination of the tree has the identity.
  case unknownDestination(Destination.ID)
  /// The destination is there already, or twice among the added ones.
  case duplicate(existing: Destination, added: Destination)
  /// The tree already has a root, and can have only one.
  case rootExists(root: Destination, added: Destination)
  /// The root can't be removed or moved; `ResetNavigation` removes it.
  case isRoot(Destination)
  /// The destination would move under itself.
  case cycle(moved: Destination, under: Destination)
  /// The destination isn't on the path to the active leaf.
  case notActive(Destination)
  /// There are fewer siblings than the index says.
  case noSuchPlace(Int, under: Destination, count: Int)
  /// The new order has other children than the destination.
  case wrongOrder(of: Destination)
  /// The tree is empty, and a root is needed.
  case noRoot
  /// A guard did not let the change happen.
  case refused(guard: String, reason: String)
  /// The state that an action was dispatched to has no navigation.
  case notRoutable(action: String, state: String)
}

extension NavigationError: CustomStringConvertible {
  /// The problem and its remedy in one line.
  public var description: String {
    switch self {
    case .unknownDestination(let id):
      "destination \(id): it is not in the tree; add it first, or use the identity it was added with"
    case .duplicate(let existing, let added):
      "destination \(added): \(existing) has its identity already; give each an identity of its own"
    case .rootExists(let root, let added):
      "destination \(added): the tree has the root \(root); add it under a destination, or reset"
    case .isRoot(let root):
      "destination \(root): it is the root and stays where it is; use Reset to take it away"
    case .cycle(let moved, let parent):
      "destination \(moved): it can't be moved under \(parent), which is a part of it; move it elsewhere"
    case .notActive(let destination):
      "destination \(destination): it isn't on the way to the active leaf; make it active first"
    case .noSuchPlace(let place, let parent, let count):
      "destination \(parent): it has \(count) children, there is no place \(place); use 0 to \(count)"
    case .wrongOrder(let parent):
      "destination \(parent): the order is not of its children; name each of them once"
    case .noRoot:
      "navigation: the tree is empty; add a root first"
    case .refused(let name, let reason):
      "navigation: guard \(name) refused the change: \(reason); do what it asks for first"
    case .notRoutable(let action, let state):
      "\(action): \(state) has no navigation state; make it conform to RoutableState"
    }
  }
}
