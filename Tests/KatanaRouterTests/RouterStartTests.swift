import Katana
import KatanaRouter
import Testing

/// How a router begins, waits and ends.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RouterStartTests {
  let journal = Journal()

  @Test func `what is dispatched right after a router was made comes under its root`()
    async throws
  {
    let store = AppStore()
    let router = Router(
      store: store,
      rootRoutable: Screen("tabs", journal: journal),
      rootIdentifier: "tabs",
      configuration: journal.configuration()
    )
    let home = Destination(routableType: OtherScreen.self, userIdentifier: "other")
    store.dispatch(AddNewDestination(destination: home))
    await router.settle()
    #expect(router.realizedTree.description == "tabs*[other*]")
    #expect(store.state.navigationState.tree == router.realizedTree)
    #expect(journal.errors.isEmpty)
  }

  @Test func `what is dispatched while the router begins is shown`() async throws {
    let initial = try AppState("A*")
    let store = AppStore(initialState: initial)
    try await store.waitUntilReady()
    let errors = Journal()
    let router = Router(
      store: store,
      rootRoutable: Screen("A", journal: journal),
      rootIdentifier: "home",
      configuration: RouterConfiguration { event in
        if case .failed(let error) = event {
          errors.lines.append("\(error)")
          store.dispatch(AddNewDestination(destination: screen("B")))
        }
      }
    )
    await router.settle()
    #expect(errors.lines.count == 1)
    #expect(router.realizedTree == (try tree("A*[B*]")))
  }

  @Test func `what others dispatch while the router begins is shown`() async throws {
    for _ in 0..<2000 {
      let initial = try AppState("A*[B]")
      let store = AppStore(initialState: initial)
      try await store.waitUntilReady()
      let router = Router(
        store: store,
        rootRoutable: Screen("A", journal: journal),
        configuration: journal.configuration()
      )
      let others = Task.detached {
        for place in 0..<3 {
          let added = [screen("x\(place)")]
          let add = AddChildrenToDestination(identifier: "A", destinations: added)
          try await store.dispatch(add).value
        }
      }
      try await others.value
      await router.settle()
      #expect(router.realizedTree == store.state.navigationState.tree)
    }
  }

  @Test func `a root that a guard refuses is reported`() async throws {
    let never = NavigationGuard("never") { _, _ in .refuse(reason: "closed") }
    let initial = try AppState("", guards: [never])
    let store = AppStore(initialState: initial)
    let router = Router(
      store: store,
      rootRoutable: Screen("A", journal: journal),
      rootIdentifier: "A",
      configuration: journal.configuration()
    )
    await router.settle()
    let reason = "\(NavigationError.refused(guard: "never", reason: "closed"))"
    #expect(journal.errors == [.rootRefused(screen("A"), reason: reason)])
  }

  @Test func `a router of a store that never gets ready has nothing to wait for`() async throws {
    struct Failure: Error {}
    let store = AppStore { throw Failure() }
    let router = Router(
      store: store,
      rootRoutable: Screen("A", journal: journal),
      configuration: journal.configuration()
    )
    await router.settle()
    #expect(router.realizedTree.isEmpty)
    #expect(journal.errors.count == 1)
  }

  /// Waits for its router while it is asked for something.
  final class WaitingScreen: Routable {
    var router: Router?

    func push(_ destination: Destination, order: DestinationList) async throws -> any Routable {
      await router?.settle()
      return self
    }
  }

  @Test func `a step that waits for its router doesn't wait for itself`() async throws {
    let initial = AppState()
    let store = AppStore(initialState: initial)
    let root = WaitingScreen()
    let router = Router(
      store: store,
      rootRoutable: root,
      configuration: journal.configuration()
    )
    root.router = router
    await router.settle()
    let added = Destination(routableType: WaitingScreen.self, userIdentifier: "B")
    try await store.dispatch(AddNewDestination(destination: added)).value
    await router.settle()
    #expect(router.realizedTree.contains("B"))
    #expect(journal.errors.isEmpty)
    root.router = nil
  }

  @Test func `no step follows after the router has gone away`() async throws {
    weak var router: Router?
    do {
      let program = try await RouterProgram("A*")
      router = program.router
      try await program.show("A*[B[c]]", holding: "A pushes B")
      program.store.dispatch(AddNewDestination(destination: screen("D")))
      #expect(router != nil)
      hold(program.journal)
    }
    #expect(router == nil)
    held?.letGo()
    for _ in 0..<100 { await Task.yield() }
    #expect(held?.lines == ["A pushes B into [B]"])
  }

  @Test(arguments: [false, true])
  func `who waits for a router doesn't keep it from going away, and waits no longer`(
    isRetrying: Bool
  ) async throws {
    weak var router: Router?
    var waiting: Task<Void, Never>?
    let waiter = Journal()
    do {
      let program = try await RouterProgram("A*")
      router = program.router
      try await program.show("A*[B[c]]", holding: "A pushes B")
      waiting = Task { [weak router = program.router] in
        waiter.lines.append("waits")
        if isRetrying { await router?.retry() } else { await router?.settle() }
      }
      while waiter.lines.isEmpty { await Task.yield() }
      for _ in 0..<10 { await Task.yield() }
      hold(program.journal)
    }
    #expect(router == nil)
    if router != nil { held?.letGo() }
    await waiting?.value
    #expect(held?.lines == ["A pushes B into [B]"])
    held?.letGo()
  }

  private func hold(_ journal: Journal) { Self.held = journal }
  private var held: Journal? { Self.held }
  private static var held: Journal?
}
