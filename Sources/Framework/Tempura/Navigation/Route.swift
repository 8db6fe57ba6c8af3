public import Katana

/// Name of a screen in a route.
public typealias RouteElementIdentifier = String

/// A path to a screen: the identifiers of all screens from the root to it.
public typealias Route = [RouteElementIdentifier]

/// A value passed along when a screen is shown or hidden, such as the item to edit.
public typealias NavigationContext = any Sendable

/// The handler that a screen calls when it has done a step.
public typealias RoutingCompletion = @MainActor @Sendable () -> Void

/// One step that a screen is asked for on the way from one route to another.
///
/// Source: docs/semantics/tempura.md, V3.
public enum NavigationStep: Equatable, Sendable {
  /// A screen appears above the topmost one.
  case show(RouteElementIdentifier, from: RouteElementIdentifier)
  /// A screen goes, and the one below it becomes visible; atomically, everything above it goes with it.
  case hide(RouteElementIdentifier, from: RouteElementIdentifier, atomic: Bool = false)
  /// A screen replaces the one above it.
  case change(
    RouteElementIdentifier,
    from: RouteElementIdentifier,
    to: RouteElementIdentifier
  )
  /// Another root is installed, with no screen above it.
  case installRoot(RouteElementIdentifier, replacing: RouteElementIdentifier? = nil)

  /// The first step from one route to another; `nil` if they are equal or the second is empty.
  ///
  /// Complexity: O(n) in the shorter route.
  static func first(from old: Route, to new: Route) -> NavigationStep? {
    first(from: old, to: new, common: commonCount(of: old, new))
  }

  /// The number of screens two routes have in common from the root.
  static func commonCount(of old: Route, _ new: Route) -> Int {
    var common = 0
    while common < old.count, common < new.count, old[common] == new[common] { common += 1 }
    return common
  }

  /// The first step, given the number of screens the routes have in common.
  static func first(from old: Route, to new: Route, common: Int) -> NavigationStep? {
    guard let newRoot = new.first else { return nil }
    guard let top = old.last else { return .installRoot(newRoot) }
    if common == 0 { return .installRoot(newRoot, replacing: old[0]) }
    if common == old.count {
      return common == new.count ? nil : .show(new[common], from: top)
    }
    if common == new.count || old.count > common + 1 {
      return .hide(top, from: old[old.count - 2])
    }
    return .change(old[common - 1], from: old[common], to: new[common])
  }

  /// The steps from one route to another: screens above the fork are hidden from the top, the screen at the fork replaces the one above it,
  /// and the rest is shown.
  ///
  ///     NavigationStep.steps(from: ["A", "D", "E"], to: ["A", "B", "C"])
  ///     // hide E, A changes D to B, show C
  ///
  /// Without a common root, another root is installed, and everything above the old one goes with it.
  ///
  /// Complexity: O(n²) in the length of the routes, which are short.
  ///
  /// Source: docs/semantics/tempura.md, V3; the original left out what was above the fork.
  public static func steps(from old: Route, to new: Route) -> [NavigationStep] {
    var steps: [NavigationStep] = []
    var route = old
    while let step = first(from: route, to: new) {
      step.apply(to: &route)
      steps.append(step)
    }
    return steps
  }

  /// Changes a route as the step changes the screens.
  func apply(to route: inout Route) {
    switch self {
    case .show(let shown, _): route.append(shown)
    case .hide(let hidden, _, _): route.lastIndex(of: hidden).map { route.removeSubrange($0...) }
    case .change(_, _, let new): route[route.count - 1] = new
    case .installRoot(let root, _): route = [root]
    }
  }

  /// The screen to show or to hide.
  public var subject: RouteElementIdentifier {
    switch self {
    case .show(let shown, _): shown
    case .hide(let hidden, _, _): hidden
    case .change(_, _, let new): new
    case .installRoot(let root, _): root
    }
  }
}

extension NavigationStep: CustomStringConvertible {
  /// The step in a few words, such as `show C from B`.
  public var description: String {
    switch self {
    case .show(let shown, let top): "show \(shown) from \(top)"
    case .hide(let hidden, let below, let atomic):
      "hide \(hidden) to \(below)\(atomic ? " atomically" : "")"
    case .change(let fork, let old, let new): "change \(old) to \(new) in \(fork)"
    case .installRoot(let root, let old):
      "install the root \(root)" + (old.map { " for \($0)" } ?? "")
    }
  }
}

/// A request that a screen's configuration answers: to show or to hide a screen.
public enum NavigationRequest: Hashable, Sendable, CustomDebugStringConvertible {
  /// Shows the screen.
  case show(RouteElementIdentifier)
  /// Hides the screen.
  case hide(RouteElementIdentifier)

  /// Shows the screen.
  public static func show(
    _ identifier: some RawRepresentable<RouteElementIdentifier>
  ) -> NavigationRequest {
    .show(identifier.rawValue)
  }

  /// Hides the screen.
  public static func hide(
    _ identifier: some RawRepresentable<RouteElementIdentifier>
  ) -> NavigationRequest {
    .hide(identifier.rawValue)
  }

  /// The screen.
  public var identifier: RouteElementIdentifier {
    switch self {
    case .show(let identifier), .hide(let identifier): identifier
    }
  }

  /// The request in a few words, such as `show C`.
  public var debugDescription: String {
    switch self {
    case .show(let identifier): "show \(identifier)"
    case .hide(let identifier): "hide \(identifier)"
    }
  }
}

/// Dependencies with a navigator, as `Navigate`, `Show` and `Hide` need them.
///
///     final class AppDependencies: NavigationProvider {
///       let navigator = Navigator()
///       init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
///     }
///
/// Source: docs/semantics/tempura.md, V2.
public protocol NavigationProvider: SideEffectDependencyContainer {
  /// The navigator.
  var navigator: Navigator { get }
}
