import Katana

/// Several actions as one update: all of them happen, or none.
///
/// The router sees only what they leave behind; so do guards.
public struct NavigationTransaction: NavigationAction {
  /// What happens, in order.
  public let actions: [any NavigationAction]

  /// Makes a transaction.
  public init(_ actions: [any NavigationAction]) {
    self.actions = actions
  }

  /// Carries all of them out.
  ///
  /// - Throws: What the first one throws that can't be carried out.
  public func edit(_ tree: inout NavigationTree) throws(NavigationError) {
    var edited = tree
    for action in actions { try action.edit(&edited) }
    tree = edited
  }
}
