public import Katana

/// Shows the navigation of a store's state: compares what is shown with the newest state, and asks routables for the steps in between, one
/// after the other.
///
///     let router = Router(store: store, rootRoutable: tabs, rootIdentifier: "tabs")
///     store.dispatch(AddNewDestination(destination: Destination(routableType: Home.self)))
///     await router.settle()
///
/// The state's tree is shown as soon as the router starts; if it has no root, one is dispatched before `init` returns. Changes that come
/// while a step runs are combined. A step that fails or doesn't end in time is reported, and the others still run; R14 says when it is
/// tried again. A routable is held until its destination is popped.
///
/// Isolation: the main actor. The router holds the store and listens until it goes away; then no step follows the running one.
///
/// Source: docs/semantics/router.md, R6, R7, R14.
@MainActor
public final class Router {
  let configuration: RouterConfiguration
  let rootRoutable: any Routable
  let mailbox = RouteMailbox()
  let reference = RouterReference()
  private let dispatch: @Sendable (any NavigationAction) async throws -> Void
  private let waitUntilHandled: @Sendable () async -> Void
  private var removeListener: (@Sendable () -> Void)?

  /// The tree on screen, as far as is known.
  var screens = RealizedTree()
  var routables: [Destination.ID: any Routable] = [:]
  var pass: RoutePass?
  var running: AskedStep?
  /// Steps that did not end in time, and still haven't.
  var late: [AskedStep] = []
  var failed: FailedSteps
  var missing = MissingDestinations()
  var poppedByUser = UserPops()
  /// Screens with an active child that the state doesn't name.
  var remembered = RememberedChildren()
  /// Destinations whose order and active child on screen are not known.
  var uncertain: Set<Destination.ID> = []

  /// Makes a router and starts it.
  ///
  /// - Parameters:
  ///   - store: The store whose navigation is shown.
  ///   - rootRoutable: What the root leads to. If the state has no root, the router dispatches one of this type; if it has one, the types
  ///     have to agree.
  ///   - rootIdentifier: The name of an added root.
  ///   - configuration: How the router runs.
  public init<S: RoutableState, D>(
    store: Store<S, D>,
    rootRoutable: any Routable,
    rootIdentifier: String? = nil,
    configuration: RouterConfiguration = RouterConfiguration()
  ) {
    self.rootRoutable = rootRoutable
    self.configuration = configuration
    failed = FailedSteps(repetitions: configuration.resynchronizations)
    dispatch = { action in try await store.dispatch(action).value }
    waitUntilHandled = { await store.settle() }
    let (mailbox, reference) = (mailbox, reference)
    removeListener = store.addNewStateListener { [weak store] _ in
      // Listeners may be called in any order; the version belongs to the state.
      guard let now = store?.versionedState,
        mailbox.put(now.state.navigationState.tree, version: now.version)
      else { return }
      Task { await Self.attend(reference, configuration) }
    }
    reference.router = self
    // Now, not when the store is ready, so that the next dispatched item finds it.
    let type = type(of: rootRoutable)
    let root = Destination(routableType: type, userIdentifier: rootIdentifier)
    let hasRoot = store.stateIfReady?.navigationState.tree.isEmpty == false
    let rooting = hasRoot ? nil : store.dispatch(SetRootDestination(destination: root))
    Task {
      let refusal = await Self.refusal(of: rooting)
      try? await store.waitUntilReady()
      var tree = NavigationTree()
      if store.isReady {
        let now = store.versionedState
        tree = now.state.navigationState.tree
        _ = mailbox.put(tree, version: now.version)
      }
      reference.router?.reportRoot(root, rootIdentifier, refusal, in: tree)
      await Self.attend(reference, configuration)
    }
  }

  isolated deinit {
    removeListener?()
    running?.outcome.isAbandoned = true
    mailbox.close()
  }

  /// The tree on screen, as far as is known; each step changes it, and so does the user.
  ///
  /// Complexity: O(1) if it is the state's tree, else O(steps since the last time and siblings).
  public var realizedTree: NavigationTree { screens.makeTree() }

  /// The routable of a destination, while it is shown.
  public func routable(for id: Destination.ID) -> (any Routable)? {
    routables[id]
  }

  /// Returns as soon as there is nothing to do: what was dispatched before is shown then, or reported.
  ///
  /// In a step that this router asks for, it returns at once: it would wait for itself. It doesn't keep the router alive; it returns when
  /// the router goes away.
  public consuming func settle() async {
    if let current = StepOutcome.current, running?.outcome === current { return }
    let (waitUntilHandled, mailbox) = (waitUntilHandled, mailbox)
    _ = consume self
    await waitUntilHandled()
    await mailbox.waitUntilEmpty()
  }

  /// Tries once more what has failed as often as the configuration allows, then waits as `settle()` does.
  ///
  /// What hangs isn't asked for again; it is reported as `RouterError.stillRunning`.
  public consuming func retry() async {
    failed.removeAll()
    for asked in late { asked.isTold = false }
    attendAgain()
    await settle()
  }

  /// Records that the user has removed a destination, for example by a swipe or a back button: it is removed from the state, and nobody is
  /// asked to pop it.
  ///
  /// It leaves `realizedTree` at once. The state may already be without it.
  ///
  /// - Throws: `NavigationError.unknownDestination` if it isn't shown, `isRoot`; the error that rejects the dispatch, such as a guard's:
  ///   then the destination is shown again.
  public func didPop(_ id: Destination.ID) async throws {
    let coming = ([running].compactMap { $0 } + late).filter { asked in
      asked.mayPush(id) && isThere(asked)
    }
    screens.draft()
    guard screens.contains(id) || !coming.isEmpty else {
      throw NavigationError.unknownDestination(id)
    }
    if let root = screens.root, root.id == id { throw NavigationError.isRoot(root) }
    pass?.isComplete = false
    for asked in coming { asked.goneEarly.insert(id) }
    forget(screens.remove(id))
    poppedByUser.insert(id)
    defer {
      poppedByUser.decide(id)
      attendAgain()
    }
    do {
      try await dispatch(RemoveDestination(identifier: id))
    } catch NavigationError.unknownDestination(id) {
      // Somebody else has removed it meanwhile.
    }
  }

  private static func refusal(of rooting: DispatchHandle<Void>?) async -> (any Error)? {
    do { try await rooting?.value } catch { return error }
    return nil
  }

  private func reportRoot(
    _ root: Destination,
    _ rootIdentifier: String?,
    _ refusal: (any Error)?,
    in tree: NavigationTree
  ) {
    if let refusal, tree.isEmpty {
      configuration.onEvent(.failed(.rootRefused(root, reason: "\(refusal)")))
    } else if let rootIdentifier, let actual = tree.root?.destination,
      actual.userIdentifier != rootIdentifier
    {
      configuration.onEvent(.failed(.unusedRootIdentifier(rootIdentifier, root: actual)))
    }
  }
}

/// A router for code that must not keep it alive.
@MainActor
final class RouterReference {
  weak var router: Router?

  nonisolated init() {}
}
