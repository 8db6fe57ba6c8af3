import Katana
import KatanaRouter
import KatanaTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RouterTests {
  let journal = Journal()

  func start(
    _ text: String,
    guards: [NavigationGuard] = [],
    clock: any Clock<Duration> = ContinuousClock(),
    rootIdentifier: String? = nil
  ) async throws -> (AppStore, Router) {
    let initial = try AppState(text, guards: guards)
    let store = AppStore(initialState: initial)
    let router = Router(
      store: store,
      rootRoutable: Screen("A", journal: journal),
      rootIdentifier: rootIdentifier,
      configuration: journal.configuration(clock: clock)
    )
    return (store, router)
  }

  @Test func `a router shows at once what the state contains`() async throws {
    let (_, router) = try await start("A*[B*[C], D]")
    await router.settle()
    #expect(
      journal.takeLines() == [
        "A changes [] to [B, D] into [B, D]", "B pushes C into [C]", "A activates B",
      ]
    )
    #expect(router.realizedTree == (try tree("A*[B*[C], D]")))
    #expect((router.routable(for: "C") as? Screen)?.name == "C")
    #expect(journal.errors.isEmpty)
  }

  @Test func `a router adds the root where there is none`() async throws {
    let (store, router) = try await start("", rootIdentifier: "home")
    await router.settle()
    #expect(store.state.navigationState.tree.description == "home*")
    #expect(router.routable(for: "home") != nil)
    #expect(journal.lines.isEmpty)
  }

  @Test func `an identifier for a root that is there is reported`() async throws {
    let (_, router) = try await start("A*", rootIdentifier: "home")
    await router.settle()
    #expect(journal.errors == [.unusedRootIdentifier("home", root: screen("A"))])
  }

  @Test func `a root of another type is reported and not shown`() async throws {
    var state = AppState()
    let root = Destination(routableType: OtherScreen.self, userIdentifier: "A")
    try state.editNavigation { tree throws(NavigationError) in
      try tree.setRoot(NavigationNode(root))
    }
    let initial = state
    let store = AppStore(initialState: initial)
    let router = Router(
      store: store,
      rootRoutable: Screen("A", journal: journal),
      configuration: journal.configuration(resynchronizations: 0)
    )
    await router.settle()
    #expect(journal.errors == [.wrongRoutable(root, found: "Screen")])
    #expect(router.realizedTree.isEmpty)
  }

  @Test func `each change asks the parents for its steps, in order`() async throws {
    let (store, router) = try await start("A*")
    for (route, lines) in [
      ("A*[B*]", ["A pushes B into [B]", "A activates B"]),
      ("A*[B*, C]", ["A pushes C into [B, C]"]),
      ("A*[C, B*]", ["A reorders [C, B]"]),
      ("A*[C*, B]", ["A activates C"]),
      ("A*[C*]", ["A pops B"]),
      ("A*[D, E]", ["A changes [C] to [D, E] into [D, E]"]),
    ] {
      try await store.dispatch(SetRoute(tree(route))).value
      await router.settle()
      #expect(journal.takeLines() == lines)
    }
    #expect(journal.errors.isEmpty)
  }

  @Test func `a destination is told that none of its children is active when it can be seen`()
    async throws
  {
    let (store, router) = try await start("A*[T1*[x*], T2]")
    await router.settle()
    _ = journal.takeLines()
    for (route, lines) in [
      ("A*[T1[x], T2*[y*]]", ["T2 pushes y into [y]", "T2 activates y", "A activates T2"]),
      ("A*[T1*[x], T2[y*]]", ["T1 activates nothing", "A activates T1"]),
      ("A*[T1[x], T2*[y*]]", ["A activates T2"]),
      // Once is enough.
      ("A*[T1*[x], T2[y]]", ["A activates T1"]),
      // What is wanted again before it can be seen, and what has gone, needs nothing.
      ("A*[T1[x], T2*[y*]]", ["T2 activates y", "A activates T2"]),
      ("A*[T1*[x], T2[y]]", ["A activates T1"]),
      ("A*[T1*[x], T2]", ["T2 pops y"]),
      ("A*[T1[x], T2*[y]]", ["T2 pushes y into [y]", "A activates T2"]),
    ] {
      try await store.dispatch(SetRoute(tree(route))).value
      await router.settle()
      #expect(journal.takeLines() == lines, "\(route)")
      #expect(router.realizedTree == store.state.navigationState.tree)
    }
    #expect(journal.errors.isEmpty)
  }

  @Test func `changes that come while a step runs are taken together`() async throws {
    journal.held = "A pushes B"
    let (store, router) = try await start("A*[B]")
    await journal.waitUntilHolding()
    for route in ["A*[B, C]", "A*[B, D]", "A*[B, D, E]", "A*[B[x], D]"] {
      try await store.dispatch(SetRoute(tree(route))).value
    }
    #expect(journal.takeLines() == ["A pushes B into [B]"])
    journal.letGo()
    await router.settle()
    #expect(journal.takeLines() == ["B pushes x into [x]", "A pushes D into [B, D]"])
  }

  @Test func `a step that throws is reported with its parent's children and tried again`()
    async throws
  {
    journal.failures = ["A pushes B": 1]
    let (_, router) = try await start("A*[B*[C*]]")
    await router.settle()
    #expect(
      journal.takeLines() == [
        "A pushes B into [B]", "A pushes B into [B]", "B pushes C into [C]", "B activates C",
        "A activates B",
      ]
    )
    let errors = journal.takeErrors().map(\.description)
    #expect(errors.first?.hasPrefix("step push B under A, order [B]: refused; ") == true)
    // What is under it is told of once.
    #expect(errors.count == 2)
    #expect(errors.last?.hasPrefix("step push C under B, order [C]: its parent") == true)
    #expect(router.realizedTree == (try tree("A*[B*[C*]]")))
  }

  @Test func `what fails again waits for the next change`() async throws {
    journal.failures = ["A pushes B": 2]
    let (store, router) = try await start("A*[B]")
    await router.settle()
    #expect(journal.takeLines() == ["A pushes B into [B]", "A pushes B into [B]"])
    #expect(journal.takeErrors().count == 2)
    #expect(router.realizedTree == (try tree("A*")))
    try await store.dispatch(SetRoute(tree("A*[B, C]"))).value
    await router.settle()
    #expect(journal.takeLines() == ["A changes [] to [B, C] into [B, C]"])
    #expect(router.realizedTree == (try tree("A*[B, C]")))
  }

  @Test func `a routable of a wrong type and a missing one are errors that name the destination`()
    async throws
  {
    journal.wrong = ["B"]
    journal.missing = ["D"]
    let (store, router) = try await start("A*")
    await router.settle()
    try await store.dispatch(SetRoute(tree("A*[B]"))).value
    await router.settle()
    #expect(
      journal.takeErrors()
        == Array(repeating: .wrongRoutable(screen("B"), found: "WrongScreen"), count: 2)
    )
    journal.wrong = []
    try await store.dispatch(SetRoute(tree("A*[C, D]"))).value
    await router.settle()
    #expect(journal.errors.first == .missingRoutable(screen("D"), parent: screen("A")))
    #expect(router.realizedTree.contains("C"))
  }

  @Test func `another context of the same destination reaches what it leads to`() async throws {
    let (store, router) = try await start("A*")
    let item = { Destination(routableType: Screen.self, contextData: $0, userIdentifier: "item") }
    try await store.dispatch(AddNewDestination(destination: item(1))).value
    await router.settle()
    _ = journal.takeLines()
    journal.failures = ["item gets 3": 3]
    for (number, lines) in [
      (2, ["item gets 2"]), (2, []), (3, ["item gets 3", "item gets 3"]), (4, ["item gets 4"]),
    ] {
      let replace = ReplaceDestination(identifier: "item", with: item(number))
      try await store.dispatch(replace).value
      await router.settle()
      #expect(journal.takeLines() == lines)
    }
    #expect(journal.takeErrors().count == 2)
    #expect(router.realizedTree.find("item")?.destination.contextData as? Int == 4)
  }

  @Test func `a popped routable is let go`() async throws {
    let (store, router) = try await start("A*[B*[C]]")
    await router.settle()
    weak let screenOfC = router.routable(for: "C")
    #expect(screenOfC != nil)
    try await store.dispatch(RemoveDestination(identifier: "B")).value
    await router.settle()
    #expect(screenOfC == nil)
    #expect(router.routable(for: "B") == nil)
  }

  @Test func `what the user takes away leaves the state, and nobody is asked to pop it`()
    async throws
  {
    let (store, router) = try await start("A*[B*[C*], D]")
    await router.settle()
    _ = journal.takeLines()
    try await router.didPop("B")
    await router.settle()
    #expect(store.state.navigationState.tree == (try tree("A*[D]")))
    #expect(router.realizedTree == (try tree("A*[D]")))
    #expect(router.routable(for: "C") == nil)
    #expect(journal.takeLines().isEmpty)
    await #expect(throws: NavigationError.unknownDestination("B")) { try await router.didPop("B") }
    await #expect(throws: NavigationError.isRoot(screen("A"))) { try await router.didPop("A") }
    // Others are still asked for.
    try await store.dispatch(RemoveDestination(identifier: "D")).value
    await router.settle()
    #expect(journal.takeLines() == ["A pops D"])
  }

  @Test func `what the user may not take away is shown again`() async throws {
    let keep = NavigationGuard("keep") { _, new in
      new.contains("B") ? .allow : .refuse(reason: "B stays")
    }
    let (_, router) = try await start("A*[B[C]]", guards: [keep])
    await router.settle()
    _ = journal.takeLines()
    await #expect(throws: NavigationError.refused(guard: "keep", reason: "B stays")) {
      try await router.didPop("B")
    }
    await router.settle()
    #expect(journal.takeLines() == ["A pushes B into [B]", "B pushes C into [C]"])
  }

  @Test func `a router that nobody holds goes away, and the store goes on`() async throws {
    let initial = try AppState("A*")
    let store = AppStore(initialState: initial)
    weak var router: Router?
    do {
      let made = Router(
        store: store,
        rootRoutable: Screen("A", journal: journal),
        configuration: journal.configuration()
      )
      router = made
      await made.settle()
    }
    try await store.dispatch(AddNewDestination(destination: screen("B"))).value
    while router != nil { await Task.yield() }
    #expect(journal.lines.isEmpty)
  }
}
