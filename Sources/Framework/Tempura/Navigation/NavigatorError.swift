/// Why a navigation request failed.
///
/// Each error names the route on screen and, if one was asked, the screen.
///
/// Source: docs/semantics/tempura.md, V11: in the original each was a trap, a line on the console or silence.
public enum NavigatorError: Error, Equatable, Sendable {
  /// The navigator wasn't started.
  case notStarted
  /// The store's dependencies have no navigator.
  case noNavigator(request: String, dependencies: String)
  /// The route to navigate to has no screen.
  case emptyRoute(current: Route)
  /// No screen of the route has the identifier to hide.
  case unknownIdentifier(RouteElementIdentifier, route: Route)
  /// The root can't be hidden, only replaced.
  case hidesRoot(RouteElementIdentifier, route: Route)
  /// None of the asked screens does the step.
  case unhandled(NavigationStep, route: Route, asked: [String])
  /// The screen that took the step over didn't call the completion handler in time.
  case timedOut(NavigationStep, route: Route, asked: String, after: Duration)
  /// The screen that took the step over called the completion handler, but the route on screen doesn't show it.
  case noEffect(NavigationStep, route: Route, asked: String)
  /// The user navigated elsewhere during the step, so it has no visible effect.
  case overtaken(NavigationStep, route: Route)
  /// The screen that took the step over could not do it.
  case rejected(NavigationStep, route: Route, asked: String, reason: String)
  /// The screens keep changing by themselves, so that the route isn't reached.
  case unreached(Route, route: Route)
  /// The store refused the route, such as by a guard; no screen was asked.
  case refused(Route, route: Route, reason: String)
  /// A witness got a request that the test hasn't given it a handler for.
  case unimplemented(String)
}

extension NavigatorError: CustomStringConvertible {
  /// The problem and its remedy in one line.
  public var description: String {
    switch self {
    case .notStarted:
      "navigator: it doesn't know what is on screen; call start(using:in:at:) first"
    case .noNavigator(let request, let dependencies):
      "\(request): \(dependencies) has no navigator; make it conform to NavigationProvider"
    case .emptyRoute(let route):
      "route \(Self.text(route)): it can't be left for an empty one; name at least a root"
    case .unknownIdentifier(let identifier, let route):
      "screen \(identifier): it is not in the route \(Self.text(route)); hide one of these"
    case .hidesRoot(let identifier, let route):
      "screen \(identifier): it is the root of the route \(Self.text(route)), which can't be hidden; "
        + "navigate to a route with another root"
    case .unhandled(let step, let route, let asked):
      "screen \(step.subject): nobody does \(step) in the route \(Self.text(route)), "
        + "asked were \(Self.list(asked)); let one of them do it"
    case .timedOut(let step, let route, let asked, let limit):
      "screen \(step.subject): \(asked) did not end \(step) within \(limit), "
        + "the route is \(Self.text(route)); call the completion handler, always"
    case .noEffect(let step, let route, let asked):
      "screen \(step.subject): \(asked) ended \(step), and the route is \(Self.text(route)); "
        + "call the completion handler when it is done, of a Routable with that identifier"
    case .overtaken(let step, let route):
      "screen \(step.subject): the user was faster than \(step), and has gone to \(Self.text(route)) meanwhile; "
        + "navigate again if it is still wanted"
    case .rejected(let step, let route, let asked, let reason):
      "screen \(step.subject): \(asked) can't do \(step) in the route \(Self.text(route)): \(reason)"
    case .unreached(let goal, let route):
      "route \(Self.text(goal)): the screens are \(Self.text(route)) again after each step; "
        + "let them change only when they are asked"
    case .refused(let goal, let route, let reason):
      "route \(Self.text(goal)): the store stays at \(Self.text(route)): \(reason)"
    case .unimplemented(let request):
      "\(request): the witness has nothing for it; give it to unimplemented(show:hide:)"
    }
  }

  /// A route as in `A/B/C`.
  static func text(_ route: Route) -> String {
    route.isEmpty ? "(none)" : route.joined(separator: "/")
  }

  private static func list(_ asked: [String]) -> String {
    asked.isEmpty ? "none" : asked.joined(separator: ", ")
  }
}
