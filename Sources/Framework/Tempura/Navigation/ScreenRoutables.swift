import NativeViews

/// A container that provides its controllers in the route itself; by default, `NavigationController` provides its whole stack,
/// `TabBarController` the selected controller, and others none.
///
/// Source: docs/semantics/tempura.md, V1.
@MainActor
public protocol CustomRouteInspectables: AnyViewController {
  /// The controllers above this one, the topmost last: only the topmost is asked for controllers above it.
  var nextRouteControllers: [AnyViewController] { get }
}

/// The screens of a window.
///
/// Source: docs/semantics/tempura.md, V1.
public struct WindowRoutables: RoutableProvider {
  private weak var window: Window?

  /// Makes the provider for a window, without keeping it.
  public init(_ window: Window) { self.window = window }

  /// The `Routable` controllers, the root first, without modals that only wait for what they present.
  public var currentRoutables: [any Routable] {
    var routables: [any Routable] = []
    forEachRoutable { routables.append($0) }
    return routables
  }

  /// Calls a closure for the screens of the route, without keeping them.
  func forEachRoutable(_ body: (any Routable) -> Void) {
    forEachRouteLevel { controllers in
      for controller in controllers { if let screen = controller.routable { body(screen) } }
    }
  }

  /// Calls a closure for the controllers of the route, screens or not, one container's at a time.
  func forEachRouteLevel(_ body: ([AnyViewController]) -> Void) {
    var layer = window?.rootViewController
    while let controller = layer {
      if !controller.isToBeDismissed { controller.forEachRouteLevel(body) }
      layer = controller.presented
    }
  }

  /// The topmost controller on screen.
  public var topmostViewController: AnyViewController? {
    var controller = window?.topmostViewController
    while let next = controller?.routeControllers.last { controller = next }
    return controller
  }
}

/// A controller's role in routes, by its type.
@MainActor
struct RouteRole {
  /// How to find the controllers above it.
  enum Above { case nothing, stack, tabs, custom }

  let above: Above
  /// The controller itself, if it is a screen.
  ///
  // SAFETY: it is the controller that keeps this, or nil.
  @safe unowned(unsafe) let routable: (any Routable)?

  init(_ controller: AnyViewController) {
    above =
      switch controller {
      case is any CustomRouteInspectables: .custom
      case is NavigationController: .stack
      case is TabBarController: .tabs
      default: .nothing
      }
    routable = controller as? any Routable
  }
}

extension AnyViewController {
  /// The role in routes, found once: asking the runtime each time takes longer.
  private var routeRole: RouteRole {
    if let knownRouteRole { return knownRouteRole }
    let role = RouteRole(self)
    knownRouteRole = role
    return role
  }

  /// The controller as a screen of the route, if it is one.
  var routable: (any Routable)? { routeRole.routable }

  /// The controllers above this one in the same layer.
  fileprivate var routeControllers: [AnyViewController] {
    switch routeRole.above {
    case .nothing: []
    case .custom: (self as? any CustomRouteInspectables)?.nextRouteControllers ?? []
    case .stack: (self as? NavigationController)?.viewControllers ?? []
    case .tabs: (self as? TabBarController)?.selectedViewController.map { [$0] } ?? []
    }
  }

  /// Calls a closure for the route's screens in this controller, itself first.
  func forEachRoutable(_ body: (any Routable) -> Void) {
    forEachRouteLevel { controllers in
      for controller in controllers { if let screen = controller.routable { body(screen) } }
    }
  }

  /// Calls a closure for this controller and those above it in the same layer, level by level.
  fileprivate func forEachRouteLevel(_ body: ([AnyViewController]) -> Void) {
    var next = [self]
    while let last = next.last {
      body(next)
      next = last.routeControllers
    }
  }

  /// Whether a screen of the route in this controller has an identifier.
  func hasRoutable(_ identifier: RouteElementIdentifier) -> Bool {
    var isFound = false
    forEachRoutable { if $0.routeIdentifier == identifier { isFound = true } }
    return isFound
  }
}

extension Routable where Self: TabBarController {
  /// Selects the tab with the screen at its bottom; rejects a screen that no tab has.
  public func change(
    from: RouteElementIdentifier,
    to: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) {
    let place = viewControllers.firstIndex { controller in
      var first: RouteElementIdentifier?
      controller.forEachRoutable { first = first ?? $0.routeIdentifier }
      return first == to
    }
    guard let place else { return reject(UnknownTab(identifier: to)) }
    selectedIndex = place
    completion()
  }
}

private struct UnknownTab: Error, CustomStringConvertible {
  let identifier: RouteElementIdentifier

  var description: String {
    "no tab has \(identifier) at its bottom; add one to viewControllers"
  }
}

extension Navigator {
  /// Shows the first screen in a window, or the state's route if it has one; the window becomes visible.
  ///
  /// Like `start(using:showing:at:)`; from then on, the user's changes in the window are dispatched.
  @discardableResult
  public func start(
    using rootInstaller: any RootInstaller,
    in window: Window,
    at identifier: RouteElementIdentifier,
    context: NavigationContext? = nil
  ) -> Task<Void, any Error> {
    window.navigator = self
    if windowTrace?.link.tree !== window.tree {
      // The tree keeps it.
      let trace = WindowTrace(of: window.tree) { [weak self] in self?.state?.version() ?? 0 }
      windowTrace = trace
    }
    window.isVisible = true
    return start(
      using: rootInstaller,
      showing: WindowRoutables(window),
      at: identifier,
      context: context
    )
  }

  /// Shows the first screen in a window, with an enumeration case as identifier.
  @discardableResult
  public func start(
    using rootInstaller: any RootInstaller,
    in window: Window,
    at identifier: some RawRepresentable<RouteElementIdentifier>,
    context: NavigationContext? = nil
  ) -> Task<Void, any Error> {
    start(using: rootInstaller, in: window, at: identifier.rawValue, context: context)
  }

  /// Whether a screen would go while what it presents stays, according to the first configuration asked.
  func isDismissedSoftly(at height: Int, in screens: [any Routable]) -> Bool {
    let request = NavigationRequest.hide(screens[height].routeIdentifier)
    for asked in screens[...height].reversed() {
      guard let configured = asked as? any RoutableWithConfiguration else { continue }
      for (key, instruction) in configured.navigationConfiguration where key == request {
        return instruction.isSoft
      }
    }
    return false
  }
}
