public import Katana

/// Place of a user in an application: a tree of destinations, and its guards.
///
/// Source: docs/semantics/router.md, R4.
public struct NavigationState: Sendable {
  /// The destinations.
  public private(set) var tree: NavigationTree

  /// Guards that may refuse a change, in the order in which they are asked.
  ///
  /// They belong to the program and not to its data: comparing and coding states leaves them out.
  public var guards: [NavigationGuard]

  /// Makes a state.
  ///
  /// - Parameters:
  ///   - tree: The destinations.
  ///   - guards: What may refuse a change.
  public init(_ tree: NavigationTree = NavigationTree(), guards: [NavigationGuard] = []) {
    self.tree = tree
    self.guards = guards
  }

  /// Changes the tree as one, or not at all.
  ///
  /// - Parameter body: Makes the edits on a copy. If it throws, or if a guard refuses what it leaves
  ///   behind, the state is what it was.
  /// - Throws: What `body` throws; `NavigationError.refused`.
  public mutating func edit(
    _ body: (inout NavigationTree) throws(NavigationError) -> Void
  ) throws(NavigationError) {
    var edited = tree
    try body(&edited)
    guard !edited.isIdentical(to: tree) else { return }
    for navigationGuard in guards {
      guard case .refuse(let reason) = navigationGuard.decide(tree, edited) else { continue }
      throw .refused(guard: navigationGuard.name, reason: reason)
    }
    tree = edited
  }
}

extension NavigationState: Equatable {
  /// Whether the trees are equal.
  public static func == (left: NavigationState, right: NavigationState) -> Bool {
    left.tree == right.tree
  }
}

/// A state with a navigation.
///
///     struct MyState: State, RoutableState {
///       var navigationState = NavigationState()
///     }
///
/// Source: docs/semantics/router.md, R4.
public protocol RoutableState: State {
  /// The navigation.
  var navigationState: NavigationState { get set }
}

/// A rule that every change of a navigation state has to keep, such as "nobody gets to the account
/// without having signed in".
public struct NavigationGuard: Sendable {
  /// Answer of a guard to a change.
  public enum Decision: Equatable, Sendable {
    /// It may happen, as far as this guard is concerned.
    case allow
    /// It must not happen.
    case refuse(reason: String)
  }

  /// Its name in errors.
  public let name: String

  /// Decides; a pure function of the trees before and after the change.
  public let decide: @Sendable (_ old: NavigationTree, _ new: NavigationTree) -> Decision

  /// Makes a guard.
  ///
  /// - Parameters:
  ///   - name: What errors call it.
  ///   - decide: A pure function of the trees before and after the change.
  public init(
    _ name: String,
    decide: @escaping @Sendable (_ old: NavigationTree, _ new: NavigationTree) -> Decision
  ) {
    self.name = name
    self.decide = decide
  }
}
