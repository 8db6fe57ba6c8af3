public import Katana
public import KatanaRouter

/// A store as a navigator sees it.
@MainActor
final class RouteState {
  /// The route of the state; `nil` where it has none, or is not there yet.
  let route: @MainActor () -> Route?
  let dispatch: @MainActor (RouteChanged) async throws -> Void
  /// The version of the state, for traces.
  let version: @MainActor () -> UInt64
  private let removeListener: @Sendable () -> Void

  init(
    route: @escaping @MainActor () -> Route?,
    dispatch: @escaping @MainActor (RouteChanged) async throws -> Void,
    version: @escaping @MainActor () -> UInt64,
    removeListener: @escaping @Sendable () -> Void
  ) {
    self.route = route
    self.dispatch = dispatch
    self.version = version
    self.removeListener = removeListener
  }

  deinit { removeListener() }
}

// The route as a part of the state, and what users do by hand.
extension Navigator {
  /// Has the store told what users do by hand, by a `RouteChanged` that changes no state.
  ///
  /// The navigator doesn't keep the store.
  public func connect<S: State, D>(to store: Store<S, D>) {
    state = RouteState(
      route: { nil },
      dispatch: { [weak store] in try await store?.dispatch($0).value },
      version: { [weak store] in store?.stateVersion ?? 0 },
      removeListener: {}
    )
  }

  /// Makes the route a part of the store's state: requests change the state first, where guards may refuse
  /// them, and then the screens; a change of the state that is none of theirs, such as by a deep link, a
  /// restored state or a replayed log, has the screens follow; and what users do by hand changes it, too.
  ///
  /// At rest the screens show the route of the state. The navigator doesn't keep the store.
  ///
  /// Source: docs/semantics/tempura.md, V12, V13.
  public func connect<S: RoutableState, D>(to store: Store<S, D>) {
    let follow: @Sendable (NavigationTree, NavigationTree) -> Void = { [weak self] _, _ in
      Task { @MainActor in self?.stateDidChange() }
    }
    let removeListener = store.addListener(
      selecting: { $0.navigationState.tree },
      by: { $0.isIdentical(to: $1) },
      follow
    )
    state = RouteState(
      route: { [weak store] in store?.stateIfReady?.navigationState.tree.screenRoute },
      dispatch: { [weak store] in try await store?.dispatch($0).value },
      version: { [weak store] in store?.stateVersion ?? 0 },
      removeListener: removeListener
    )
    stateDidChange()
  }

  /// Takes note that the screens have changed without a request, such as by a back gesture, or because the user
  /// has closed a window: that is dispatched as `RouteChanged`.
  ///
  /// Containers call it; a screen that takes others away by its own gestures does, too.
  public func screensDidChange() {
    let (old, new) = (lastRoute, route)
    userChanges += 1
    // While a request runs, only what is missing can't be its own doing; the rest is told apart at its end.
    let isNews = isBusy ? new.count < old.count && old.starts(with: new) : new != old
    if isBusy, !isNews { isUserChangePending = true }
    guard isNews, let state else { return }
    lastRoute = new
    // Begun before this returns: a program may end when its last window is closed.
    Task.immediate { @MainActor in
      do {
        try await state.dispatch(RouteChanged(from: old, to: new, cause: .user))
      } catch {
        self.report(NavigatorError.refused(new, route: old, reason: "\(error)"))
      }
      self.stateDidChange()
    }
  }

  /// Takes note that the user has closed the window: the route is empty then, and requests throw
  /// `NavigatorError.notStarted` until the navigator is started again.
  public func windowDidClose() {
    routables = nil
    screensDidChange()
  }

  /// Has the screens follow the state, if they don't show it, as soon as no request runs.
  func stateDidChange() {
    guard !isFollowing, routables != nil, let wanted = state?.route(), isBusy || wanted != route
    else { return }
    isFollowing = true
    Task { @MainActor in
      try? await self.inTurn {
        self.isFollowing = false
        defer { self.lastRoute = self.route }
        await self.followState()
      }
    }
  }

  /// Takes the screens to the state's route, or, where they can't get there, the state to theirs.
  func followState() async {
    guard let wanted = state?.route() else { return }
    let current = route
    if wanted == current { return }
    // What the user has done while this waited for its turn is newer than what the state says.
    let isOlder = isUserChangePending && wanted == lastRoute
    if !isOlder, !wanted.isEmpty, !current.isEmpty {
      do { try await go(to: wanted, RequestTraits(), extras: .goIfHandled) } catch { report(error) }
    }
    await settleState(announced: wanted)
  }

  /// Changes the state's route to the one that a request wants, before any screen is asked.
  ///
  /// - Returns: The route that it wants.
  /// - Throws: Why there is none; `NavigatorError.refused`.
  func announce(_ goal: NavigationGoal) async throws -> Route {
    guard let state, state.route() != nil else { return try goal.route(from: route) }
    while true {
      await followState()
      let current = route
      let target = try goal.route(from: current)
      // What a soft dismissal or a container leaves is known only afterwards.
      if target == current { return target }
      do {
        try await state.dispatch(RouteChanged(from: current, to: target, cause: .request))
      } catch {
        throw NavigatorError.refused(target, route: current, reason: "\(error)")
      }
      guard let now = state.route(), now != target else { return target }
      // Somebody was faster: what they want comes first.
      try Task.checkCancellation()
    }
  }

  /// Has the state say what the screens have come to, unless it has changed again since; without a route in the state, what the
  /// user has done by hand is dispatched all the same.
  ///
  /// - Parameters:
  ///   - announced: The route that the state was given before the screens were asked.
  ///   - believed: The route that those who hear of requests think there is, where the state has none; that announced unless given.
  func settleState(announced: Route, believed: Route? = nil) async {
    let found = route
    let isByUser = isUserChangePending
    isUserChangePending = false
    guard let state else { return }
    let old: Route
    if let known = state.route() {
      guard known == announced else { return }
      old = announced
    } else {
      guard isByUser else { return }
      old = believed ?? announced
    }
    guard found != old else { return }
    do {
      try await state.dispatch(
        RouteChanged(from: old, to: found, cause: isByUser ? .user : .screens)
      )
    } catch {
      report(NavigatorError.refused(found, route: announced, reason: "\(error)"))
    }
  }

  /// Shows the route of the state, or, where there is none or it can't be shown, a first screen.
  func restore(orStartAt identifier: RouteElementIdentifier, _ traits: RequestTraits) async throws {
    if let restored = state?.route(), !restored.isEmpty {
      do {
        try await go(to: restored, traits, extras: .goIfHandled)
      } catch {
        report(error)
      }
      if !route.isEmpty { return await settleState(announced: restored) }
    }
    let before = state?.route() ?? []
    try await go(to: [identifier], traits, extras: .stay)
    await settleState(announced: before)
  }
}
