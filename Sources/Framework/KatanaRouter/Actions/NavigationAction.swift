public import Katana

/// A change of the navigation that any store takes whose state is a `RoutableState`.
///
/// An action that can't be carried out, or that a guard refuses, rejects its dispatch with a `NavigationError`; the state stays as it was.
///
/// Source: docs/semantics/router.md, R5.
public protocol NavigationAction: ErasedStateUpdater {
  /// Changes the tree; a pure function of the tree and the action.
  ///
  /// - Throws: Why it can't; changes until then are thrown away.
  func edit(_ tree: inout NavigationTree) throws(NavigationError)
}

extension NavigationAction {
  /// Applies the action to a copy of a state of unknown type.
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
/// The router and the guards see only the final tree.
public struct NavigationTransaction: NavigationAction {
  /// The actions, in order.
  public let actions: [any NavigationAction]

  /// Makes a transaction.
  public init(_ actions: [any NavigationAction]) {
    self.actions = actions
  }

  /// Carries all of them out.
  ///
  /// - Throws: The error of the first action that can't be carried out.
  public func edit(_ tree: inout NavigationTree) throws(NavigationError) {
    var edited = tree
    for action in actions { try action.edit(&edited) }
    tree = edited
  }
}

extension NavigationTransaction: Codable {
  /// Writes the actions by their names in a log's registry, which is required.
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

/// Replaces the whole tree, for example from a deep link.
///
/// Destinations that both trees have in the same place stay and are not realized anew; if the context differs, `Routable.update(_:)` gets
/// the new one.
public struct SetRoute: NavigationAction, Codable {
  /// The tree afterwards.
  public let tree: NavigationTree

  /// Makes the action.
  public init(_ tree: NavigationTree) {
    self.tree = tree
  }

  /// Makes the action for a path of destinations, each the active child of the one before.
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
