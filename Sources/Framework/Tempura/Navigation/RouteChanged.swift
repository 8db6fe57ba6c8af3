public import Katana
public import KatanaRouter

/// The route has become another one: what a navigator dispatches, so that it is in the state, in recordings and
/// in the sight of observers.
///
/// A state that is a `RoutableState` takes the new route over, if it still has the old one; any other state
/// stays what it is. So what a user does by hand (`Cause.user`) is always dispatched, the other causes only
/// where the route is a part of the state.
///
/// Source: docs/semantics/tempura.md, V12, V13.
public struct RouteChanged: ErasedStateUpdater, Codable, Equatable {
  /// Why the route is another one.
  public enum Cause: String, Codable, Sendable {
    /// A request wants it; no screen was asked until now.
    case request
    /// It is what the screens have come to, where a request has led to another route than it wanted.
    case screens
    /// The user has gone back, or closed a window, by hand.
    case user
  }

  /// The route before.
  public let from: Route
  /// The route now.
  public let to: Route
  /// Why it is another one.
  public let cause: Cause

  /// Makes the change.
  public init(from: Route, to: Route, cause: Cause) {
    self.from = from
    self.to = to
    self.cause = cause
  }

  /// Changes the route of a state that has one and is where the change begins.
  ///
  /// - Throws: `NavigationError.refused` by a guard.
  public func updatedState(currentState: any State) throws -> any State {
    guard var state = currentState as? any RoutableState,
      state.navigationState.tree.screenRoute == from
    else { return currentState }
    let tree = try NavigationTree(screenRoute: to)
    try state.editNavigation { $0 = tree }
    return state
  }

  /// The change, such as `RouteChanged(user) A/B to A`.
  public var debugDescription: String {
    "RouteChanged(\(cause)) \(NavigatorError.text(from)) to \(NavigatorError.text(to))"
  }
}

extension DispatchableRegistry {
  /// Has logs of states with a navigator's route written and read.
  ///
  /// Registers ``RouteChanged`` and KatanaRouter's actions, under their own names, and a catalog whose only type is
  /// ``ScreenDestination``.
  public mutating func registerNavigation() {
    register(RouteChanged.self)
    registerNavigation(
      DestinationCatalog(of: ScreenDestination.self, name: "screen", context: String.self)
    )
  }
}

/// The type of the destinations that a state's tree has for screens; there are no instances.
///
/// Registered in a `DestinationCatalog`, it has routes written to files and links:
///
///     try catalog.register(ScreenDestination.self, name: "screen", context: String.self)
public final class ScreenDestination: KatanaRouter.Routable {
  private init() {}
}

extension NavigationTree {
  /// Makes the tree of a route: each screen is the active child of the one below it.
  ///
  /// A destination's name is the screen's identifier. If one is in the route more than once, the others have
  /// names of their own and the identifier as their context.
  ///
  /// - Throws: `NavigationError`, never.
  public init(screenRoute route: Route) throws(NavigationError) {
    var names: Set<String> = Set(route)
    var seen: Set<String> = []
    var node: NavigationNode?
    var destinations: [Destination] = []
    for identifier in route {
      if seen.insert(identifier).inserted {
        destinations.append(
          Destination(routableType: ScreenDestination.self, userIdentifier: identifier)
        )
        continue
      }
      var number = 2
      while !names.insert("\(identifier) \(number)").inserted { number += 1 }
      destinations.append(
        Destination(
          routableType: ScreenDestination.self,
          contextData: identifier,
          userIdentifier: "\(identifier) \(number)"
        )
      )
    }
    for destination in destinations.reversed() {
      node = NavigationNode(destination, isActive: true, children: node.map { [$0] } ?? [])
    }
    try self.init(node)
  }

  /// The identifiers of the screens on the active path.
  public var screenRoute: Route {
    activePath.map { destination in
      destination.contextData as? String ?? destination.userIdentifier ?? "\(destination.id)"
    }
  }
}
