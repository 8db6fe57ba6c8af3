public import Katana
public import KatanaRouter

/// Dispatched by a navigator when the route has changed, so that state, recordings and observers learn of it.
///
/// A `RoutableState` takes the new route, if it still has the old one; other states don't change. So changes by the user (`Cause.user`) are
/// always dispatched, other causes only if the route is a part of the state.
///
/// Source: docs/semantics/tempura.md, V12, V13.
public struct RouteChanged: ErasedStateUpdater, Codable, Equatable {
  /// Why the route has changed.
  public enum Cause: String, Codable, Sendable {
    /// A request wants it; no screen was asked yet.
    case request
    /// The screens ended up there, when a request led to another route than it wanted.
    case screens
    /// The user went back or closed a window.
    case user
  }

  /// The route before.
  public let from: Route
  /// The route now.
  public let to: Route
  /// Why it has changed.
  public let cause: Cause

  /// Makes the change.
  public init(from: Route, to: Route, cause: Cause) {
    self.from = from
    self.to = to
    self.cause = cause
  }

  /// Changes the route of a state that has one, if that is the change's old route.
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
  /// Makes logs of states with a navigator's route writable and readable.
  ///
  /// Registers ``RouteChanged`` and KatanaRouter's actions under their own names, and a catalog whose only type is ``ScreenDestination``.
  public mutating func registerNavigation() {
    register(RouteChanged.self)
    var catalog = DestinationCatalog()
    // Never throws: the catalog is empty.
    try? catalog.register(ScreenDestination.self, name: "screen", context: String.self)
    registerNavigation(catalog)
  }
}

/// The type of the screens' destinations in a state's tree; it has no instances.
///
/// Registered in a `DestinationCatalog`, it lets files and links contain routes:
///
///     try catalog.register(ScreenDestination.self, name: "screen", context: String.self)
public final class ScreenDestination: KatanaRouter.Routable {
  private init() {}
}

extension NavigationTree {
  /// Makes the tree of a route: each screen is the active child of the one below it.
  ///
  /// A destination's name is the screen's identifier. If that is in the route more than once, the others have unique names and the
  /// identifier as their context.
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
