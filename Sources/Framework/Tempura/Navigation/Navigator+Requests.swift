// Requests: the steps they take, and what happens if one fails.
extension Navigator {
  /// Performs a request when it is its turn.
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
      let before = route
      defer { lastRoute = route }
      // A hook's request waits until the change that called the hook has ended.
      if AnyViewController.changesUnderWay > 0, !goal.isStart { await Task.yield() }
      if case .start(let identifier) = goal {
        return try await restore(orStartAt: identifier, traits)
      }
      let target = try await announce(goal)
      do {
        try await reach(goal, target, traits)
      } catch {
        await settleState(announced: target, believed: before)
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
      let extras = if case .show = goal { Extras.stay } else { Extras.go }
      return try await go(to: target, traits, extras: extras)
    }
    let height = target.count
    readScreens()
    if reading.screens.count > height + 1 {
      let isSoft = isDismissedSoftly(at: height, in: reading.screens)
      if isSoft || isAtomic { try await hide(at: height, atomic: isAtomic, traits) }
      if isSoft { return }
    }
    // After an atomic hide, what that could not remove, such as modals above its stack.
    while true {
      readScreensIfNeeded()
      let top = reading.screens.count - 1
      guard top >= height else { return }
      try Task.checkCancellation()
      try await hide(at: top, atomic: false, traits)
    }
  }

  /// Takes the steps to a route; if one fails, hides again what the request has shown.
  ///
  /// After a timeout or a cancellation, everything stays as it is, since its outcome is unknown. If the user was faster, the user's route
  /// stays.
  ///
  /// - Parameters:
  ///   - target: The route, not empty.
  ///   - traits: Options for each step.
  ///   - extras: What happens to screens above the route.
  /// - Throws: `NavigatorError`, `CancellationError`.
  func go(to target: Route, _ traits: RequestTraits, extras: Extras) async throws {
    var way = Way(safe: route)
    do {
      try await takeSteps(to: target, traits, extras: extras, &way)
    } catch let error as NavigatorError {
      switch error {
      case .timedOut, .overtaken: throw error
      default: break
      }
      if way.canReturn(from: route) {
        var back = Way(safe: way.safe)
        try? await takeSteps(to: way.safe, RequestTraits(), extras: .go, &back)
      }
      throw error
    }
  }

  /// What happens to screens above a route to show.
  enum Extras {
    case go
    /// They go, unless no screen takes them away.
    case goIfHandled
    case stay
  }

  /// The progress of a request.
  private struct Way {
    /// The route to which the request can return without losing more: the one at its start, or after the last step that irrevocably removed
    /// something.
    var safe: Route
    /// Whether a screen has changed what is above it since.
    var hasChanged = false

    /// Whether the route differs from that one only by what the request has shown.
    func canReturn(from route: Route) -> Bool {
      guard !safe.isEmpty, route != safe else { return false }
      return route.starts(with: hasChanged ? safe.dropLast() : safe[...])
    }
  }

  private func takeSteps(
    to target: Route,
    _ traits: RequestTraits,
    extras: Extras,
    _ way: inout Way
  ) async throws {
    readScreens()
    var current = reading.route
    // A container brings its own first screen along, which nothing can take away.
    var extras = extras
    // Each round hides, changes or shows one screen; more rounds mean that screens change by themselves.
    var rounds = 2 * (current.count + target.count) + 8
    while true {
      let common = NavigationStep.commonCount(of: current, target)
      let isReached = common == target.count
      if extras == .stay, isReached { return }
      guard let step = NavigationStep.first(from: current, to: target, common: common) else {
        return
      }
      try Task.checkCancellation()
      rounds -= 1
      guard rounds > 0 else { throw NavigatorError.unreached(target, route: current) }
      switch step {
      case .show:
        try await show(step, traits)
        extras = .stay
      case .installRoot:
        try await installRoot(step, traits)
        extras = .stay
        way = Way(safe: lastRoute)
      case .change:
        if try await change(step, traits) == .changed {
          extras = .goIfHandled
          way.hasChanged = true
        } else {
          way = Way(safe: lastRoute)
        }
      case .hide:
        do {
          try await hide(at: current.count - 1, atomic: false, traits)
        } catch NavigatorError.unhandled where extras != .go && isReached {
          return
        }
        way = Way(safe: lastRoute)
      }
      // The route before the step.
      current = lastRoute
    }
  }
}
