public import Katana

/// Side effect that a navigator carries out.
protocol NavigationEffect: ReturningSideEffect where ReturnValue == Void {
  var goal: NavigationGoal { get }
  var animated: Bool { get }
  var context: NavigationContext? { get }
}

extension NavigationEffect {
  @MainActor
  func navigate(in context: any AnySideEffectContext) async throws {
    guard let provider = context.anyDependencies as? any NavigationProvider else {
      throw NavigatorError.noNavigator(
        request: debugDescription,
        dependencies: "\(type(of: context.anyDependencies))"
      )
    }
    try await provider.navigator.perform(goal, animated: animated, context: self.context)
  }
}

/// Shows the screens of a route and no others.
///
///     try await context.dispatch(Navigate(to: ["home", "item", "editor"])).value
///
/// What both routes have at their beginning stays; what is above that goes; the rest comes. Where the route
/// is on screen already, nothing happens.
///
/// Source: docs/semantics/tempura.md, V2, V3.
public struct Navigate: ReturningSideEffect, NavigationEffect {
  /// The route.
  public let route: Route
  /// Whether it is to be animated.
  public let animated: Bool
  /// What the screens that are asked get along.
  public let context: NavigationContext?

  /// Makes the request.
  public init(to route: Route, animated: Bool = false, context: NavigationContext? = nil) {
    self.route = route
    self.animated = animated
    self.context = context
  }

  /// Makes the request with identifiers that are cases of an enumeration.
  public init(
    to route: [some RawRepresentable<RouteElementIdentifier>],
    animated: Bool = false,
    context: NavigationContext? = nil
  ) {
    self.init(to: route.map(\.rawValue), animated: animated, context: context)
  }

  var goal: NavigationGoal { .navigate(to: route) }

  /// It does: that is where screens are.
  public static var beginsOnMainActor: Bool { true }

  /// Has the navigator do it.
  ///
  /// - Throws: `NavigatorError`, when no step runs any more; `CancellationError`.
  @MainActor
  public func sideEffect(_ context: any AnySideEffectContext) async throws {
    try await navigate(in: context)
  }

  /// Such as `Navigate.home.item`.
  public var debugDescription: String { "Navigate.\(route.joined(separator: "."))" }
}

/// Shows screens above the present ones.
///
/// Source: docs/semantics/tempura.md, V2, V4.
public struct Show: ReturningSideEffect, NavigationEffect {
  /// The screens, in the order in which they come.
  public let identifiersToShow: Route
  /// Whether it is to be animated.
  public let animated: Bool
  /// What the screens that are asked get along.
  public let context: NavigationContext?

  /// Makes the request for several screens.
  public init(
    _ identifiersToShow: [RouteElementIdentifier],
    animated: Bool = false,
    context: NavigationContext? = nil
  ) {
    self.identifiersToShow = identifiersToShow
    self.animated = animated
    self.context = context
  }

  /// Makes the request for one screen.
  public init(
    _ identifierToShow: RouteElementIdentifier,
    animated: Bool = false,
    context: NavigationContext? = nil
  ) {
    self.init([identifierToShow], animated: animated, context: context)
  }

  /// Makes the request with identifiers that are cases of an enumeration.
  public init(
    _ identifiersToShow: [some RawRepresentable<RouteElementIdentifier>],
    animated: Bool = false,
    context: NavigationContext? = nil
  ) {
    self.init(identifiersToShow.map(\.rawValue), animated: animated, context: context)
  }

  /// Makes the request with an identifier that is a case of an enumeration.
  public init(
    _ identifierToShow: some RawRepresentable<RouteElementIdentifier>,
    animated: Bool = false,
    context: NavigationContext? = nil
  ) {
    self.init([identifierToShow.rawValue], animated: animated, context: context)
  }

  var goal: NavigationGoal { .show(identifiersToShow) }

  /// It does: that is where screens are.
  public static var beginsOnMainActor: Bool { true }

  /// Has the navigator do it.
  ///
  /// - Throws: `NavigatorError`, when no step runs any more; `CancellationError`.
  @MainActor
  public func sideEffect(_ context: any AnySideEffectContext) async throws {
    try await navigate(in: context)
  }

  /// Such as `Show.item`, or `Show [item, editor]`.
  public var debugDescription: String {
    identifiersToShow.count == 1
      ? "Show.\(identifiersToShow[0])"
      : "Show [\(identifiersToShow.joined(separator: ", "))]"
  }
}

/// Hides a screen and all that is above it.
///
/// Of several screens with the identifier it is the topmost. Each screen that goes is hidden for itself, the
/// topmost first; atomically, only the one with the identifier is asked for, and all of them go at once. A
/// configuration that dismisses it softly has what it presents stay.
///
/// Source: docs/semantics/tempura.md, V2, V4, V8.
public struct Hide: ReturningSideEffect, NavigationEffect {
  /// The screen; `nil` is the topmost one.
  public let identifierToHide: RouteElementIdentifier?
  /// Whether it is to be animated.
  public let animated: Bool
  /// What the screens that are asked get along.
  public let context: NavigationContext?
  /// Whether all that goes does so at once.
  public let atomic: Bool

  /// Makes the request.
  public init(
    _ identifierToHide: RouteElementIdentifier,
    animated: Bool = false,
    context: NavigationContext? = nil,
    atomic: Bool = false
  ) {
    self.identifierToHide = identifierToHide
    self.animated = animated
    self.context = context
    self.atomic = atomic
  }

  /// Makes the request with an identifier that is a case of an enumeration.
  public init(
    _ identifierToHide: some RawRepresentable<RouteElementIdentifier>,
    animated: Bool = false,
    context: NavigationContext? = nil,
    atomic: Bool = false
  ) {
    self.init(identifierToHide.rawValue, animated: animated, context: context, atomic: atomic)
  }

  /// Makes the request for the topmost screen.
  public init(animated: Bool = false, context: NavigationContext? = nil, atomic: Bool = false) {
    identifierToHide = nil
    self.animated = animated
    self.context = context
    self.atomic = atomic
  }

  var goal: NavigationGoal { .hide(identifierToHide, atomic: atomic) }

  /// It does: that is where screens are.
  public static var beginsOnMainActor: Bool { true }

  /// Has the navigator do it.
  ///
  /// - Throws: `NavigatorError`, when no step runs any more; `CancellationError`.
  @MainActor
  public func sideEffect(_ context: any AnySideEffectContext) async throws {
    try await navigate(in: context)
  }

  /// Such as `Hide.item`, or `Hide` for the topmost.
  public var debugDescription: String { identifierToHide.map { "Hide.\($0)" } ?? "Hide" }
}
