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
    try state.editNavigation { tree throws(NavigationError) in try edit(&tree) }
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

extension NavigationTransaction: Codable {
  /// Writes the actions by the names of a log's registry, without which it can't be written.
  ///
  /// - Throws: `NavigationCodingError.missingRegistry`, `StoreLogError.unregisteredItem`, what an action throws.
  public func encode(to encoder: any Encoder) throws {
    let registry = try Self.registry(encoder.userInfo)
    try actions.map { try registry.encode($0) }.encode(to: encoder)
  }

  /// Reads what `encode(to:)` wrote.
  ///
  /// - Throws: `NavigationCodingError.missingRegistry`, `StoreLogError.unknownItem`, what an action throws.
  public init(from decoder: any Decoder) throws {
    let registry = try Self.registry(decoder.userInfo)
    self.init(
      try [RegisteredItem](from: decoder).map { item in
        guard let action = try registry.decode(item) as? any NavigationAction else {
          throw StoreLogError.unknownItem(name: item.name, line: 0)
        }
        return action
      }
    )
  }

  private static func registry(
    _ userInfo: [CodingUserInfoKey: Any]
  ) throws(NavigationCodingError) -> DispatchableRegistry {
    guard let key = CodingUserInfoKey.dispatchableRegistry,
      let registry = userInfo[key] as? DispatchableRegistry
    else { throw .missingRegistry }
    return registry
  }
}

/// Replaces the whole tree, such as by what a deep link says.
///
/// What both trees have in the same place stays where it is and is not realized anew; where its context is
/// another, `Routable.update(_:)` tells it.
public struct SetRoute: NavigationAction, Codable {
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
public struct ResetNavigation: NavigationAction, Codable {
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
