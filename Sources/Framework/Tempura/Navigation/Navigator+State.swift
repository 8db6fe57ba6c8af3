public import Katana
public import KatanaRouter

/// A store as a navigator sees it.
@MainActor
final class RouteState {
  /// The route in the state; `nil` if it has none, or isn't available yet.
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

// The route as a part of the state, and changes by the user.
extension Navigator {
  /// Makes the navigator report changes by the user to the store, as a `RouteChanged` that changes no state.
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

  /// Makes the route a part of the store's state.
  ///
  /// - Requests change the state first, where guards may refuse them, and then the screens.
  /// - The screens follow other changes of the state, such as by a deep link, a restored state or a replayed log.
  /// - Changes by the user also change the state.
  ///
  /// At rest the screens show the state's route. The navigator doesn't keep the store.
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

  /// Reports that the screens changed without a request, such as by a back gesture, or because the user closed a window; the navigator
  /// dispatches it as `RouteChanged`.
  ///
  /// Containers call it; so do screens that remove others by gestures of their own.
  public func screensDidChange() {
    let (old, new) = (lastRoute, route)
    userChanges += 1
    // While a request runs, only missing screens are certainly not its own doing; other changes are recognized at its end.
    let isNews = isBusy ? new.count < old.count && old.starts(with: new) : new != old
    if isBusy, !isNews { isUserChangePending = true }
    guard isNews, let state else { return }
    lastRoute = new
    // Starts before this returns: a program may end when its last window closes.
    Task.immediate { @MainActor in
      do {
        try await state.dispatch(RouteChanged(from: old, to: new, cause: .user))
      } catch {
        self.report(NavigatorError.refused(new, route: old, reason: "\(error)"))
      }
      self.stateDidChange()
    }
  }

  /// Reports that the user has closed the window: the route becomes empty, and requests throw `NavigatorError.notStarted` until the
  /// navigator is started again.
  public func windowDidClose() {
    routables = nil
    screensDidChange()
  }

  /// Makes the screens follow the state, unless they show it already, as soon as no request runs.
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

  /// Takes the screens to the state's route or, if they can't get there, the state to theirs.
  func followState() async {
    guard let wanted = state?.route() else { return }
    let current = route
    if wanted == current {
      // The state contains the user's changes.
      isUserChangePending = false
      return
    }
    // The user's changes while this waited for its turn are newer than the state.
    let isOlder = isUserChangePending && wanted == lastRoute
    if !isOlder, !wanted.isEmpty, !current.isEmpty {
      do { try await go(to: wanted, RequestTraits(), extras: .goIfHandled) } catch { report(error) }
    }
    await settleState(announced: wanted)
  }

  /// Changes the state's route to the one that a request wants, before any screen is asked.
  ///
  /// - Returns: The wanted route.
  /// - Throws: Why there is none; `NavigatorError.refused`.
  func announce(_ goal: NavigationGoal) async throws -> Route {
    guard let state, state.route() != nil else { return try goal.route(from: route) }
    while true {
      await followState()
      let current = route
      let target = try goal.route(from: current)
      // What a soft dismissal or a container leaves behind is known only afterwards.
      if target == current { return target }
      do {
        try await state.dispatch(RouteChanged(from: current, to: target, cause: .request))
      } catch {
        // The refusal doesn't cover the user's changes in the meantime.
        if isUserChangePending { await settleState(announced: current) }
        throw NavigatorError.refused(target, route: current, reason: "\(error)")
      }
      guard let now = state.route(), now != target else { return target }
      // Another change was faster: its route comes first.
      try Task.checkCancellation()
    }
  }

  /// Updates the state to the route that the screens have reached, unless it has changed again since; changes by the user are dispatched
  /// even without a route in the state.
  ///
  /// - Parameters:
  ///   - announced: The route given to the state before the screens were asked.
  ///   - believed: The route that observers of requests assume, if the state has none; by default `announced`.
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
      // Shows again what the user has left.
      if isByUser { stateDidChange() }
    }
  }

  /// Shows the route of the state or, if there is none or it can't be shown, a first screen.
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
