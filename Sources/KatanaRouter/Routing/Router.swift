public import Katana

/// Shows what the navigation of a store's state says: compares what is shown with the newest state, and
/// asks routables for the steps in between, one after the other.
///
///     let router = Router(store: store, rootRoutable: tabs, rootIdentifier: "tabs")
///     store.dispatch(AddNewDestination(destination: Destination(routableType: Home.self)))
///     await router.settle()
///
/// What the state contains when the router starts is shown at once. Changes that come while a step runs
/// are taken together. A step that fails or doesn't end in time is reported; the others still run, and
/// what is missing is tried again, once at once and then with each change of the state. A routable is
/// held until its destination is popped.
///
/// Isolation: the main actor. The router holds the store and listens until it goes away.
///
/// Source: SEMANTICS.md, R6, R7.
@MainActor
public final class Router {
  /// What is shown, as far as is known.
  public internal(set) var realizedTree = NavigationTree()

  let configuration: RouterConfiguration
  let rootRoutable: any Routable
  let mailbox = RouteMailbox()
  var routables: [Destination.ID: any Routable] = [:]
  /// What the user has taken away without being asked, until the state says so too.
  var poppedByUser: Set<Destination.ID> = []
  let dispatch: @Sendable (any NavigationAction) async throws -> Void
  let currentTree: @Sendable () -> NavigationTree?
  private var removeListener: (@Sendable () -> Void)?

  /// Makes a router and starts it.
  ///
  /// - Parameters:
  ///   - store: Whose navigation is shown.
  ///   - rootRoutable: What the root leads to. If the state has no root, the router adds one of this
  ///     type; if it has, the types have to agree.
  ///   - rootIdentifier: The name of a root that is added.
  ///   - configuration: How the router runs.
  public init<S: RoutableState, D>(
    store: Store<S, D>,
    rootRoutable: any Routable,
    rootIdentifier: String? = nil,
    configuration: RouterConfiguration = RouterConfiguration()
  ) {
    self.rootRoutable = rootRoutable
    self.configuration = configuration
    dispatch = { action in try await store.dispatch(action).value }
    currentTree = { store.stateIfReady?.navigationState.tree }
    let mailbox = mailbox
    removeListener = store.addNewStateListener { [weak self] state in
      guard mailbox.put(state.navigationState.tree) else { return }
      Task { @MainActor [weak self] in await self?.attend(mailbox) }
    }
    Task { [weak self] in
      try? await store.waitUntilReady()
      await self?.begin(rootIdentifier)
    }
  }

  isolated deinit {
    removeListener?()
  }

  /// What a destination leads to, while it is shown.
  public func routable(for id: Destination.ID) -> (any Routable)? {
    routables[id]
  }

  /// Returns as soon as there is nothing to do: what was dispatched before and awaited is shown then, or
  /// reported.
  public func settle() async {
    await mailbox.waitUntilEmpty()
  }

  /// Takes note that the user has taken a destination away, such as by a swipe or a back button: it is
  /// removed from the state, and nobody is asked to pop it.
  ///
  /// - Throws: `NavigationError.unknownDestination` if it isn't shown, `isRoot`; what the dispatch is rejected
  ///   with, such as by a guard: then the destination is shown again.
  public func didPop(_ id: Destination.ID) async throws {
    guard let gone = realizedTree.find(id) else { throw NavigationError.unknownDestination(id) }
    guard realizedTree.parent(of: id) != nil else {
      throw NavigationError.isRoot(gone.destination)
    }
    let ids = gone.nodes().map(\.destination.id)
    poppedByUser.formUnion(ids)
    do {
      try await dispatch(RemoveDestination(identifier: id))
    } catch {
      poppedByUser.subtract(ids)
      for id in ids { routables[id] = nil }
      try? realizedTree.remove(id)
      resubmit()
      throw error
    }
  }

  private func resubmit() {
    guard let tree = currentTree(), mailbox.put(tree) else { return }
    Task { await attend(mailbox) }
  }

  private func begin(_ rootIdentifier: String?) async {
    if let tree = currentTree() {
      if let root = tree.root?.destination {
        if let rootIdentifier, root.userIdentifier != rootIdentifier {
          configuration.onEvent(.failed(.unusedRootIdentifier(rootIdentifier, root: root)))
        }
        _ = mailbox.put(tree)
      } else {
        let type = type(of: rootRoutable)
        let root =
          rootIdentifier.map { Destination(routableType: type, userIdentifier: $0) }
          ?? Destination(routableType: type)
        // Where somebody was faster there is a root, and the listener was told.
        try? await dispatch(SetRootDestination(destination: root))
      }
    }
    await attend(mailbox)
  }

  private func attend(_ mailbox: RouteMailbox) async {
    while let tree = mailbox.take() { await realize(tree) }
  }
}
