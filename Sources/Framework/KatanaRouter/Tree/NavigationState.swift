public import Katana

/// The place of a user in an application: a tree of destinations.
///
/// Source: docs/semantics/router.md, R4.
public struct NavigationState: Equatable, Sendable {
  /// The destinations; changed by `RoutableState.editNavigation(_:)`.
  public internal(set) var tree: NavigationTree

  /// Makes a state.
  public init(_ tree: NavigationTree = NavigationTree()) {
    self.tree = tree
  }
}

/// A state with a navigation.
///
///     struct MyState: State, RoutableState {
///       var navigationState = NavigationState()
///     }
///
/// Synthesized `Codable` works; `DispatchableRegistry.registerNavigation(_:)` gives the registry of a log what encoders and decoders need.
///
/// Source: docs/semantics/router.md, R4.
public protocol RoutableState: State {
  /// The navigation.
  var navigationState: NavigationState { get set }

  /// The guards that may refuse a change of the navigation, in the order in which they are asked; none by default.
  ///
  /// They are made from the state before the change. So what they depend on is a part of the state, and a state that was read or restored
  /// has them too.
  var navigationGuards: [NavigationGuard] { get }
}

extension RoutableState {
  /// None by default.
  public var navigationGuards: [NavigationGuard] { [] }

  /// Changes the tree as a whole, or not at all.
  ///
  /// - Parameter body: Makes the edits on a copy. If it throws, or if a guard refuses the result, the state stays as it was.
  /// - Throws: What `body` throws; `NavigationError.refused`.
  public mutating func editNavigation(
    _ body: (inout NavigationTree) throws(NavigationError) -> Void
  ) throws(NavigationError) {
    let tree = navigationState.tree
    var edited = tree
    try body(&edited)
    guard !edited.isIdentical(to: tree) else { return }
    for navigationGuard in navigationGuards {
      guard case .refuse(let reason) = navigationGuard.decide(tree, edited) else { continue }
      throw .refused(guard: navigationGuard.name, reason: reason)
    }
    navigationState.tree = edited
  }
}

/// A rule that every change of a navigation has to keep, such as "nobody gets to the account without having signed in"; see
/// `RoutableState.navigationGuards`.
public struct NavigationGuard: Sendable {
  /// A guard's answer to a change.
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
  ///   - name: Its name in errors.
  ///   - decide: A pure function of the trees before and after the change.
  public init(
    _ name: String,
    decide: @escaping @Sendable (_ old: NavigationTree, _ new: NavigationTree) -> Decision
  ) {
    self.name = name
    self.decide = decide
  }
}
