/// A screen that takes part in navigation: it has an identifier in the route, and shows or hides others.
///
///     extension HomeController: Routable {
///       var routeIdentifier: RouteElementIdentifier { Screen.home.rawValue }
///
///       func show(
///         identifier: RouteElementIdentifier,
///         from: RouteElementIdentifier,
///         animated: Bool,
///         context: Any?,
///         completion: @escaping RoutingCompletion
///       ) -> Bool {
///         guard identifier == Screen.item.rawValue else { return false }
///         present(ItemController(), animated: animated, completion: completion)
///         return true
///       }
///     }
///
/// Screens are asked in a chain: one that returns false, or doesn't implement the method, leaves the step to the next. One that returns
/// true must call the completion handler exactly once, when the route on screen shows the change. `reject(_:)` reports that it can't.
///
/// `RoutableWithConfiguration` answers by a table instead. The methods without a context are those of Tempura 0.2; they are asked when the
/// others leave a step.
///
/// Isolation: the main actor, where screens live.
///
/// Source: docs/semantics/tempura.md, V1, V5.
@MainActor
public protocol Routable: AnyObject {
  /// The screen's identifier in the route.
  var routeIdentifier: RouteElementIdentifier { get }

  /// Shows a screen above the topmost one; asked from the top to the root.
  ///
  /// - Parameters:
  ///   - identifier: The screen that comes.
  ///   - from: The topmost screen.
  ///   - animated: Whether to animate.
  ///   - context: From the request.
  ///   - completion: To be called when the screen is in place.
  /// - Returns: Whether this screen does it.
  func show(
    identifier: RouteElementIdentifier,
    from: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool

  /// Hides a screen; asked from that screen to the root.
  ///
  /// - Parameters:
  ///   - identifier: The screen to hide.
  ///   - from: The screen below it, which becomes visible.
  ///   - animated: Whether to animate.
  ///   - context: From the request.
  ///   - atomic: Whether everything above it goes with it, at once; otherwise nothing is above it, except what a soft dismissal keeps.
  ///   - completion: To be called when the screen is gone.
  /// - Returns: Whether this screen does it.
  func hide(
    identifier: RouteElementIdentifier,
    from: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    atomic: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool

  /// Replaces the screen above this one; by default, that is hidden and the other one shown.
  func change(
    from: RouteElementIdentifier,
    to: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    completion: @escaping RoutingCompletion
  )

  /// Pushes a screen, as in Tempura 0.2; only the topmost screen is asked.
  func push(
    identifier: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  )

  /// Pops a screen, as in Tempura 0.2; the screen itself is asked first, then the one below it.
  func pop(
    identifier: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  )

  /// Replaces the screen above this one, as in Tempura 0.2.
  func change(
    from: RouteElementIdentifier,
    to: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  )

  /// Presents a screen, as in Tempura 0.2; asked from the top to the root.
  ///
  /// - Parameters:
  ///   - from: The topmost controller, which is to present it.
  ///   - modal: The screen to present.
  ///   - animated: Whether to animate.
  ///   - completion: To be called when the screen is in place.
  /// - Returns: Whether this screen does it.
  func presentModally(
    from: AnyViewController,
    modal: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool

  /// Dismisses a screen, as in Tempura 0.2; asked from that screen to the root.
  ///
  /// - Parameters:
  ///   - identifier: The screen to dismiss.
  ///   - vcToDismiss: The topmost controller.
  ///   - animated: Whether to animate.
  ///   - completion: To be called when the screen is gone.
  /// - Returns: Whether this screen does it.
  func dismissModally(
    identifier: RouteElementIdentifier,
    vcToDismiss: AnyViewController,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool
}

extension Routable {
  /// Leaves the step to the next screen.
  public func show(
    identifier: RouteElementIdentifier,
    from: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool { false }

  /// Leaves the step to the next screen.
  public func hide(
    identifier: RouteElementIdentifier,
    from: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    atomic: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool { false }

  /// Leaves the step to the form of Tempura 0.2.
  public func change(
    from: RouteElementIdentifier,
    to: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) {
    change(from: from, to: to, animated: animated, completion: completion)
  }

  /// Leaves the step to the next screen.
  public func push(
    identifier: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) { AskedScreen.current?.pass() }

  /// Leaves the step to the next screen.
  public func pop(
    identifier: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) { AskedScreen.current?.pass() }

  /// Lets the navigator hide the one screen and show the other.
  public func change(
    from: RouteElementIdentifier,
    to: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) { AskedScreen.current?.pass() }

  /// Leaves the step to the next screen.
  public func presentModally(
    from: AnyViewController,
    modal: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool { false }

  /// Leaves the step to the next screen.
  public func dismissModally(
    identifier: RouteElementIdentifier,
    vcToDismiss: AnyViewController,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool { false }

  /// Rejects the step that this screen is being asked for: the request throws `NavigatorError.rejected`, and no other screen is asked.
  ///
  /// It works only while one of this protocol's methods runs; elsewhere it does nothing.
  public func reject(_ error: any Error) { AskedScreen.current?.reject(error) }

  /// The screen as errors name it, such as `B (ItemController)`.
  var routeName: String { "\(routeIdentifier) (\(type(of: self)))" }
}

/// Installs roots: asked when no screen can be.
@MainActor
public protocol RootInstaller: AnyObject {
  /// Puts a screen at the bottom, replacing everything on screen.
  ///
  /// - Returns: Whether it does; then it must call the completion handler when the screen is in place.
  func installRoot(
    identifier: RouteElementIdentifier,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool
}

/// Provides the screens of the route, the root first.
///
/// Source: docs/semantics/tempura.md, V10.
@MainActor
public protocol RoutableProvider {
  /// The `Routable` screens on screen, the root first.
  var currentRoutables: [any Routable] { get }

  /// The topmost controller, from which the modals of Tempura 0.2 are presented; by default none, and then they aren't asked for.
  var topmostViewController: AnyViewController? { get }
}

extension RoutableProvider {
  /// None.
  public var topmostViewController: AnyViewController? { nil }
}
