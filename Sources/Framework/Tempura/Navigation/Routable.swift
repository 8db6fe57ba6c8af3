/// Screen that takes part in the navigation: it has an identifier in the route, and shows or hides others.
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
/// A screen is asked in a chain: one that returns false, or doesn't implement what it is asked for, leaves
/// it to the next. One that returns true calls the completion handler when it is done, once and always:
/// then the route on screen shows it. `reject(_:)` says that it can't.
///
/// `RoutableWithConfiguration` is answered by a table instead. The methods without a context are those of
/// Tempura 0.2; they are asked where the others leave a step.
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
  ///   - animated: Whether it is to be animated.
  ///   - context: What the request brings along.
  ///   - completion: To be called when the screen is there.
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
  ///   - identifier: The screen that goes.
  ///   - from: The screen below it, which is seen then.
  ///   - animated: Whether it is to be animated.
  ///   - context: What the request brings along.
  ///   - atomic: Whether all that is above it goes with it, in one; otherwise nothing is above it, except
  ///     what a soft dismissal keeps.
  ///   - completion: To be called when the screen has gone.
  /// - Returns: Whether this screen does it.
  func hide(
    identifier: RouteElementIdentifier,
    from: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    atomic: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool

  /// Shows another screen in the place of the one above this; where it isn't implemented, the one is hidden
  /// and the other shown.
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

  /// Pops a screen, as in Tempura 0.2; it is asked itself, then the one below it.
  func pop(
    identifier: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  )

  /// Shows another screen in the place of the one above this, as in Tempura 0.2.
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
  ///   - modal: The screen that comes.
  ///   - animated: Whether it is to be animated.
  ///   - completion: To be called when the screen is there.
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
  ///   - identifier: The screen that goes.
  ///   - vcToDismiss: The topmost controller.
  ///   - animated: Whether it is to be animated.
  ///   - completion: To be called when the screen has gone.
  /// - Returns: Whether this screen does it.
  func dismissModally(
    identifier: RouteElementIdentifier,
    vcToDismiss: AnyViewController,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool
}

extension Routable {
  /// Leaves it to the next.
  public func show(
    identifier: RouteElementIdentifier,
    from: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool { false }

  /// Leaves it to the next.
  public func hide(
    identifier: RouteElementIdentifier,
    from: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    atomic: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool { false }

  /// Leaves it to the shape of Tempura 0.2.
  public func change(
    from: RouteElementIdentifier,
    to: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) {
    change(from: from, to: to, animated: animated, completion: completion)
  }

  /// Leaves it to the next.
  public func push(
    identifier: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) { AskedScreen.current?.pass() }

  /// Leaves it to the next.
  public func pop(
    identifier: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) { AskedScreen.current?.pass() }

  /// Has the one screen hidden and the other shown.
  public func change(
    from: RouteElementIdentifier,
    to: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) { AskedScreen.current?.pass() }

  /// Leaves it to the next.
  public func presentModally(
    from: AnyViewController,
    modal: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool { false }

  /// Leaves it to the next.
  public func dismissModally(
    identifier: RouteElementIdentifier,
    vcToDismiss: AnyViewController,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool { false }

  /// Says that the step for which this screen is being asked can't be done, and why: the request throws
  /// `NavigatorError.rejected`, and no other screen is asked.
  ///
  /// Only while one of the methods of this protocol runs; in any other place it does nothing.
  public func reject(_ error: any Error) { AskedScreen.current?.reject(error) }

  /// The screen as errors name it, such as `B (ItemController)`.
  var routeName: String { "\(routeIdentifier) (\(type(of: self)))" }
}

/// Installs roots: what the navigator asks where no screen can be asked.
@MainActor
public protocol RootInstaller: AnyObject {
  /// Puts a screen at the bottom, in the place of all that is on screen.
  ///
  /// - Returns: Whether it does; then the completion handler is called when the screen is there.
  func installRoot(
    identifier: RouteElementIdentifier,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool
}

/// Source of the screens that make up the route, the root first.
///
/// Source: docs/semantics/tempura.md, V10.
@MainActor
public protocol RoutableProvider {
  /// The screens on screen that are `Routable`, the root first.
  var currentRoutables: [any Routable] { get }

  /// The topmost controller, which the modals of Tempura 0.2 are presented from; not implemented, there is none,
  /// and they aren't asked for.
  var topmostViewController: AnyViewController? { get }
}

extension RoutableProvider {
  /// None.
  public var topmostViewController: AnyViewController? { nil }
}
