/// The goal of a request.
enum NavigationGoal: Equatable, Sendable {
  /// Shows exactly these screens.
  case navigate(to: Route)
  /// Shows these screens above the present ones.
  case show(Route, isModal: Bool = false)
  /// Hides a screen with everything above it; `nil` is the topmost one.
  case hide(RouteElementIdentifier?, atomic: Bool = false, isModal: Bool = false)
  /// Shows the route of the state, or a first screen.
  case start(at: RouteElementIdentifier)

  /// Whether a modal is presented or dismissed, as in Tempura 0.2.
  var isModal: Bool {
    switch self {
    case .show(_, let isModal), .hide(_, _, let isModal): isModal
    case .navigate, .start: false
    }
  }

  var isStart: Bool { if case .start = self { true } else { false } }

  /// The route afterwards.
  ///
  /// - Throws: Why there is none.
  func route(from current: Route) throws(NavigatorError) -> Route {
    switch self {
    case .navigate(let route):
      guard !route.isEmpty else { throw .emptyRoute(current: current) }
      return route
    case .show(let identifiers, _): return current + identifiers
    case .hide(let identifier, _, _):
      guard let top = current.last else {
        throw .unknownIdentifier(identifier ?? "(the topmost)", route: current)
      }
      guard let index = current.lastIndex(of: identifier ?? top) else {
        throw .unknownIdentifier(identifier ?? top, route: current)
      }
      guard index > 0 else { throw .hidesRoot(identifier ?? top, route: current) }
      return Array(current[..<index])
    case .start(let identifier): return [identifier]
    }
  }
}

/// Options of a request that concern each of its steps.
struct RequestTraits {
  var isAnimated = false
  var context: NavigationContext?
  var isModal = false
}
