public import Katana

/// A side effect that a navigator performs.
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
/// The common beginning of both routes stays; everything above it is hidden, and the rest is shown. If the route is on screen already,
/// nothing happens.
///
/// Source: docs/semantics/tempura.md, V2, V3.
public struct Navigate: ReturningSideEffect, NavigationEffect {
  /// The route.
  public let route: Route
  /// Whether to animate.
  public let animated: Bool
  /// Passed to the screens that are asked.
  public let context: NavigationContext?

  /// Makes the request.
  public init(to route: Route, animated: Bool = false, context: NavigationContext? = nil) {
    self.route = route
    self.animated = animated
    self.context = context
  }

  /// Makes the request with enumeration cases as identifiers.
  public init(
    to route: [some RawRepresentable<RouteElementIdentifier>],
    animated: Bool = false,
    context: NavigationContext? = nil
  ) {
    self.init(to: route.map(\.rawValue), animated: animated, context: context)
  }

  var goal: NavigationGoal { .navigate(to: route) }

  /// True: screens are on the main actor.
  public static var beginsOnMainActor: Bool { true }

  /// Makes the navigator do it.
  ///
  /// - Throws: `NavigatorError`, once no step runs any more; `CancellationError`.
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
  /// The screens, in the order in which they appear.
  public let identifiersToShow: Route
  /// Whether to animate.
  public let animated: Bool
  /// Passed to the screens that are asked.
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

  /// Makes the request with enumeration cases as identifiers.
  public init(
    _ identifiersToShow: [some RawRepresentable<RouteElementIdentifier>],
    animated: Bool = false,
    context: NavigationContext? = nil
  ) {
    self.init(identifiersToShow.map(\.rawValue), animated: animated, context: context)
  }

  /// Makes the request with an enumeration case as identifier.
  public init(
    _ identifierToShow: some RawRepresentable<RouteElementIdentifier>,
    animated: Bool = false,
    context: NavigationContext? = nil
  ) {
    self.init([identifierToShow.rawValue], animated: animated, context: context)
  }

  var goal: NavigationGoal { .show(identifiersToShow) }

  /// True: screens are on the main actor.
  public static var beginsOnMainActor: Bool { true }

  /// Makes the navigator do it.
  ///
  /// - Throws: `NavigatorError`, once no step runs any more; `CancellationError`.
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

/// Hides a screen and everything above it.
///
/// If several screens have the identifier, it is the topmost. Each screen is hidden by itself, the topmost first. Atomically, only the
/// identified screen is asked for, and all of them go at once. If a configuration dismisses it softly, the screens it presents stay.
///
/// Source: docs/semantics/tempura.md, V2, V4, V8.
public struct Hide: ReturningSideEffect, NavigationEffect {
  /// The screen; `nil` for the topmost one.
  public let identifierToHide: RouteElementIdentifier?
  /// Whether to animate.
  public let animated: Bool
  /// Passed to the screens that are asked.
  public let context: NavigationContext?
  /// Whether everything goes at once.
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

  /// Makes the request with an enumeration case as identifier.
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

  /// True: screens are on the main actor.
  public static var beginsOnMainActor: Bool { true }

  /// Makes the navigator do it.
  ///
  /// - Throws: `NavigatorError`, once no step runs any more; `CancellationError`.
  @MainActor
  public func sideEffect(_ context: any AnySideEffectContext) async throws {
    try await navigate(in: context)
  }

  /// Such as `Hide.item`, or `Hide` for the topmost.
  public var debugDescription: String { identifierToHide.map { "Hide.\($0)" } ?? "Hide" }
}
