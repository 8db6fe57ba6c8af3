public import Katana

// The requests of Tempura 0.2: those of NavigationEffects.swift under other names.
//
// Source: docs/semantics/tempura.md, V14.

/// Shows screens above the present ones, as in Tempura 0.2.
public struct Push: ReturningSideEffect, NavigationEffect {
  /// The screens, in the order in which they appear.
  public let route: Route
  /// Whether to animate.
  public let animated: Bool

  /// Makes the request.
  public init(to route: Route, animated: Bool = false) {
    self.route = route
    self.animated = animated
  }

  var context: NavigationContext? { nil }
  var goal: NavigationGoal { .show(route) }

  /// True: screens are on the main actor.
  public static var beginsOnMainActor: Bool { true }

  /// Makes the navigator do it.
  ///
  /// - Throws: `NavigatorError`, once no step runs any more; `CancellationError`.
  @MainActor
  public func sideEffect(_ context: any AnySideEffectContext) async throws {
    try await navigate(in: context)
  }

  /// Such as `Push [item, editor]`.
  public var debugDescription: String { "Push [\(route.joined(separator: ", "))]" }
}

/// Hides the topmost screen, as in Tempura 0.2.
public struct Pop: ReturningSideEffect, NavigationEffect {
  /// Whether to animate.
  public let animated: Bool

  /// Makes the request.
  public init(animated: Bool = false) { self.animated = animated }

  var context: NavigationContext? { nil }
  var goal: NavigationGoal { .hide(nil) }

  /// True: screens are on the main actor.
  public static var beginsOnMainActor: Bool { true }

  /// Makes the navigator do it.
  ///
  /// - Throws: `NavigatorError`, once no step runs any more; `CancellationError`.
  @MainActor
  public func sideEffect(_ context: any AnySideEffectContext) async throws {
    try await navigate(in: context)
  }

  /// `Pop`.
  public var debugDescription: String { "Pop" }
}

/// Presents a screen above the present ones, as in Tempura 0.2: no screen is asked to push it.
public struct PresentModally: ReturningSideEffect, NavigationEffect {
  /// The screen.
  public let screen: RouteElementIdentifier
  /// Whether to animate.
  public let animated: Bool

  /// Makes the request.
  public init(screen: RouteElementIdentifier, animated: Bool = false) {
    self.screen = screen
    self.animated = animated
  }

  /// Makes the request, with the label used in Tempura 0.2.
  public init(routeElementID screen: RouteElementIdentifier, animated: Bool = false) {
    self.init(screen: screen, animated: animated)
  }

  var context: NavigationContext? { nil }
  var goal: NavigationGoal { .show([screen], isModal: true) }

  /// True: screens are on the main actor.
  public static var beginsOnMainActor: Bool { true }

  /// Makes the navigator do it.
  ///
  /// - Throws: `NavigatorError`, once no step runs any more; `CancellationError`.
  @MainActor
  public func sideEffect(_ context: any AnySideEffectContext) async throws {
    try await navigate(in: context)
  }

  /// Such as `PresentModally.item`.
  public var debugDescription: String { "PresentModally.\(screen)" }
}

/// Dismisses a presented screen, as in Tempura 0.2: no screen is asked to pop it.
public struct DismissModally: ReturningSideEffect, NavigationEffect {
  /// The screen.
  public let screen: RouteElementIdentifier
  /// Whether to animate.
  public let animated: Bool

  /// Makes the request.
  public init(screen: RouteElementIdentifier, animated: Bool = false) {
    self.screen = screen
    self.animated = animated
  }

  /// Makes the request, with the label used in Tempura 0.2.
  public init(routeElementID screen: RouteElementIdentifier, animated: Bool = false) {
    self.init(screen: screen, animated: animated)
  }

  var context: NavigationContext? { nil }
  var goal: NavigationGoal { .hide(screen, isModal: true) }

  /// True: screens are on the main actor.
  public static var beginsOnMainActor: Bool { true }

  /// Makes the navigator do it.
  ///
  /// - Throws: `NavigatorError`, once no step runs any more; `CancellationError`.
  @MainActor
  public func sideEffect(_ context: any AnySideEffectContext) async throws {
    try await navigate(in: context)
  }

  /// Such as `DismissModally.item`.
  public var debugDescription: String { "DismissModally.\(screen)" }
}
