public import Katana

/// A change of the navigation that any store takes whose state is a `RoutableState`.
///
/// An action that can't be carried out, or that a guard refuses, rejects its dispatch with a
/// `NavigationError`; the state is what it was.
///
/// Source: docs/semantics/router.md, R5.
public protocol NavigationAction: ErasedStateUpdater {
  /// Changes the tree; a pure function of the tree and the action.
  ///
  /// - Throws: Why it can't; what was changed until then is thrown away.
  func edit(_ tree: inout NavigationTree) throws(NavigationError)
}

extension NavigationAction {
  /// Applies the action to a copy of a state whose type is not known.
  ///
  /// - Throws: `NavigationError`.
  public func updatedState(currentState: any State) throws -> any State {
    guard var state = currentState as? any RoutableState else {
      throw NavigationError.notRoutable(
        action: debugDescription,
        state: "\(type(of: currentState))"
      )
    }
    try state.navigationState.edit { tree throws(NavigationError) in try edit(&tree) }
    return state
  }
}

/// Several actions as one update: all of them happen, or none.
///
/// The router sees only what they leave behind; so do guards.
public struct NavigationTransaction: NavigationAction {
  /// The actions, in order.
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

/// Replaces the whole tree, such as by what a deep link says.
///
/// What both trees have in the same place stays where it is and is not realized anew; where its context is
/// another, `Routable.update(_:)` tells it.
public struct SetRoute: NavigationAction {
  /// The tree afterwards.
  public let tree: NavigationTree

  /// Makes the action.
  public init(_ tree: NavigationTree) {
    self.tree = tree
  }

  /// Makes the action for a way of destinations, each the active child of the one before.
  ///
  /// - Throws: `NavigationError.duplicate`.
  public init(path: [Destination]) throws(NavigationError) {
    var node: NavigationNode?
    for destination in path.reversed() {
      node = NavigationNode(
        destination,
        isActive: true,
        children: node.map { [$0] } ?? []
      )
    }
    self.init(try NavigationTree(node))
  }

  /// Replaces it.
  public func edit(_ tree: inout NavigationTree) throws(NavigationError) {
    tree = self.tree
  }
}

/// Empties the tree, or begins anew with another root.
public struct ResetNavigation: NavigationAction {
  /// The new root; `nil` for none.
  public let root: NavigationNode?

  /// Makes the action.
  public init(to root: NavigationNode? = nil) {
    self.root = root
  }

  /// Replaces everything.
  ///
  /// - Throws: `NavigationError.duplicate`.
  public func edit(_ tree: inout NavigationTree) throws(NavigationError) {
    try tree.reset(to: root)
  }
}
