// Requests: which steps they take, and what becomes of them if one fails.
extension Navigator {
  /// Carries a request out when it is its turn.
  ///
  /// - Throws: `NavigatorError`; `CancellationError`, which ends the request before its next step.
  func perform(
    _ goal: NavigationGoal,
    animated: Bool = false,
    context: NavigationContext? = nil
  ) async throws {
    let traits = RequestTraits(isAnimated: animated, context: context, isModal: goal.isModal)
    try await inTurn {
      guard routables != nil else { throw NavigatorError.notStarted }
      defer { lastRoute = route }
      if case .start(let identifier) = goal {
        return try await restore(orStartAt: identifier, traits)
      }
      let target = try await announce(goal)
      do {
        try await reach(goal, target, traits)
      } catch {
        await settleState(announced: target)
        throw error
      }
      await settleState(announced: target)
    }
  }

  private func reach(
    _ goal: NavigationGoal,
    _ target: Route,
    _ traits: RequestTraits
  ) async throws {
    guard case .hide(_, let isAtomic, _) = goal else {
      let keepsExtras = if case .show = goal { true } else { false }
      return try await go(to: target, traits, keepsExtras: keepsExtras)
    }
    let height = target.count
    if let screens = routables?.currentRoutables, screens.count > height + 1,
      isAtomic || isDismissedSoftly(screens[height], at: height, in: screens)
    {
      return try await hide(at: height, atomic: isAtomic, traits)
    }
    while route.count > height {
      try Task.checkCancellation()
      try await hide(at: route.count - 1, atomic: false, traits)
    }
  }

  /// Takes the steps to a route; if somebody can't do one, what the request has shown goes again.
  ///
  /// What still hangs, or was cancelled, is left as it is: nobody knows what it comes to.
  ///
  /// - Parameters:
  ///   - target: The route, not empty.
  ///   - traits: What concerns each step.
  ///   - keepsExtras: Whether screens above the route may stay.
  /// - Throws: `NavigatorError`, `CancellationError`.
  func go(to target: Route, _ traits: RequestTraits, keepsExtras: Bool = false) async throws {
    var way = Way(safe: route)
    do {
      try await takeSteps(to: target, traits, keepsExtras: keepsExtras, &way)
    } catch let error as NavigatorError {
      if case .timedOut = error { throw error }
      if way.canReturn(from: route) {
        var back = Way(safe: way.safe)
        try? await takeSteps(to: way.safe, RequestTraits(), keepsExtras: false, &back)
      }
      throw error
    }
  }

  /// How far a request has got.
  private struct Way {
    /// The route to which the request can return without losing more: the one at its beginning, or after the last
    /// step by which something has gone for good.
    var safe: Route
    /// Whether a screen has changed what is above it since.
    var hasChanged = false

    /// Whether only what the request has brought differs from that route.
    func canReturn(from route: Route) -> Bool {
      guard !safe.isEmpty, route != safe else { return false }
      return route.starts(with: hasChanged ? safe.dropLast() : safe[...])
    }
  }

  private func takeSteps(
    to target: Route,
    _ traits: RequestTraits,
    keepsExtras: Bool,
    _ way: inout Way
  ) async throws {
    var current = route
    // A container that is shown brings its own first screen along, which nobody can take away.
    var mayHaveExtras = keepsExtras
    var isReached = keepsExtras
    // Each round hides, changes or shows one; more means that the screens go their own ways.
    var rounds = 2 * (current.count + target.count) + 8
    while true {
      if isReached, current.starts(with: target) { return }
      guard let step = NavigationStep.first(from: current, to: target) else { return }
      try Task.checkCancellation()
      rounds -= 1
      guard rounds > 0 else { throw NavigatorError.unreached(target, route: current) }
      switch step {
      case .show:
        try await show(step, traits)
        (mayHaveExtras, isReached) = (true, true)
      case .installRoot:
        try await installRoot(step, traits)
        (mayHaveExtras, isReached) = (true, true)
        way = Way(safe: route)
      case .change:
        if try await change(step, traits) == .changed {
          (mayHaveExtras, isReached) = (true, false)
          way.hasChanged = true
        } else {
          way = Way(safe: route)
        }
      case .hide:
        do {
          try await hide(at: current.count - 1, atomic: false, traits)
        } catch NavigatorError.unhandled where mayHaveExtras && current.starts(with: target) {
          return
        }
        way = Way(safe: route)
      }
      current = route
    }
  }
}
