import Katana
import KatanaTesting
import Tempura
import Testing

@MainActor
struct `A navigator` {
  private typealias Fixture = Plain<PlainState>

  @Test
  func `asks from the top to the root who shows a screen, and the first that does is the last`()
    async throws
  {
    let plain = Fixture(["A", "B"], shows: ["C", "D"])
    try await plain.start()
    plain.world.screens[1].shows = []
    try await plain.store.dispatch(Show("C")).value
    #expect(plain.world.log == ["B?show(C) from B", "A?show(C) from B"])
    #expect(plain.navigator.route == ["A", "B", "C"])
  }

  @Test func `asks the screen that a step has shown for the next step`() async throws {
    let plain = Fixture(["A"], shows: ["B", "C", "D"])
    try await plain.start()
    try await plain.store.dispatch(Show(["B", "C", "D"], context: "context")).value
    #expect(
      plain.world.log == ["A?show(B) from A", "B?show(C) from B", "C?show(D) from C"]
    )
    #expect(plain.world.contexts == ["context", "context", "context"])
  }

  @Test func `changes at the fork and pushes the rest, all of it before the request is over`()
    async throws
  {
    let plain = Fixture(["A", "D"], shows: ["C"])
    try await plain.start()
    plain.world.screens[0].changes = ["B"]
    for screen in plain.world.screens { screen.answer = .later }
    try await plain.store.dispatch(Navigate(to: ["A", "B", "C"])).value
    #expect(plain.world.log == ["A?change(D, B)", "B?show(C) from B"])
    #expect(plain.world.route == ["A", "B", "C"])
  }

  @Test func `hides and shows where the screen at the fork doesn't change`() async throws {
    let plain = Fixture(["A", "D"], shows: ["B"], hides: ["D"])
    try await plain.start()
    try await plain.store.dispatch(Navigate(to: ["A", "B"])).value
    #expect(
      plain.world.log == ["A?change(D, B)", "D?hide(D) from A", "A?show(B) from A"]
    )
    #expect(plain.world.route == ["A", "B"])
  }

  @Test func `asks nobody where the route is there already`() async throws {
    let plain = Fixture(["A", "B"])
    try await plain.start()
    try await plain.store.dispatch(Navigate(to: ["A", "B"])).value
    try await plain.store.dispatch(Show([] as [String])).value
    #expect(plain.world.log.isEmpty)
  }

  @Test func `hides the last screen of a name and all above it, asking from each to the root`()
    async throws
  {
    let plain = Fixture(["A", "B", "C", "B"], hides: ["A", "B", "C"])
    try await plain.start()
    plain.world.screens[2].hides = []
    plain.world.screens[3].hides = []
    try await plain.store.dispatch(Hide("C")).value
    #expect(
      plain.world.log == [
        "B?hide(B) from C", "C?hide(B) from C", "B?hide(B) from C",
        "C?hide(C) from B", "B?hide(C) from B",
      ]
    )
    #expect(plain.world.route == ["A", "B"])
  }

  @Test func `hides atomically by one question`() async throws {
    let plain = Fixture(["A", "B", "C", "D"], hides: ["B"])
    try await plain.start()
    try await plain.store.dispatch(Hide("B", atomic: true)).value
    #expect(plain.world.log == ["B?hide(B) from A atomic"])
    #expect(plain.world.route == ["A"])
  }

  @Test func `hides the topmost where none is named`() async throws {
    let plain = Fixture(["A", "B", "C"], hides: ["C"])
    try await plain.start()
    try await plain.store.dispatch(Hide()).value
    #expect(plain.world.route == ["A", "B"])
  }

  @Test func `installs another root, and shows the rest above it`() async throws {
    let plain = Fixture(["A", "B"], shows: ["Y"])
    plain.world.roots = ["X"]
    try await plain.start()
    try await plain.store.dispatch(Navigate(to: ["X", "Y"])).value
    #expect(plain.world.log == ["root(X)", "X?show(Y) from X"])
    #expect(plain.world.route == ["X", "Y"])
  }

  @Test func `begins with the screen that it is started with`() async throws {
    let plain = Fixture([])
    try await plain.start(at: "A")
    #expect(plain.navigator.route == ["A"])
    let other = Fixture([])
    await #expect(throws: NavigatorError.self) { try await other.start(at: "Z") }
    #expect(
      other.errors == [.unhandled(.installRoot("Z"), route: [], asked: ["PlainScreens"])]
    )
  }

  // MARK: Errors

  @Test func `refuses what can't be done, names it, and asks nobody`() async throws {
    let plain = Fixture(["A", "B"], shows: ["C"], hides: ["A", "B"])
    #expect(await plain.error(of: Show("C")) == .notStarted)
    try await plain.start()
    #expect(await plain.error(of: Hide("Z")) == .unknownIdentifier("Z", route: ["A", "B"]))
    #expect(await plain.error(of: Hide("A")) == .hidesRoot("A", route: ["A", "B"]))
    #expect(
      await plain.error(of: Navigate(to: [] as [String])) == .emptyRoute(current: ["A", "B"])
    )
    #expect(plain.world.log.isEmpty)
    try await plain.store.dispatch(Hide()).value
    #expect(await plain.error(of: Hide()) == .hidesRoot("A", route: ["A"]))
    #expect(plain.world.route == ["A"])
  }

  @Test func `says who was asked for a screen that nobody shows, and shows nothing of the request`()
    async throws
  {
    let plain = Fixture(["A", "B"], shows: ["C"], hides: ["C"])
    try await plain.start()
    let error = await plain.error(of: Show(["C", "Z"]))
    #expect(
      error
        == .unhandled(
          .show("Z", from: "C"),
          route: ["A", "B", "C"],
          asked: ["C (PlainScreen)", "B (PlainScreen)", "A (PlainScreen)"]
        )
    )
    #expect(
      "\(try #require(error))"
        == "screen Z: nobody does show Z from C in the route A/B/C, asked were C (PlainScreen), "
        + "B (PlainScreen), A (PlainScreen); let one of them do it"
    )
    #expect(plain.world.route == ["A", "B"])
    #expect(!plain.world.log.contains { $0.hasPrefix("root") })
  }

  @Test func `takes a change back if what comes after it fails`() async throws {
    let plain = Fixture(["A", "B"])
    try await plain.start()
    plain.world.screens[0].changes = ["B", "X"]
    let error = await plain.error(of: Navigate(to: ["A", "X", "Z"]))
    #expect(error?.description.contains("show Z from X") == true)
    #expect(plain.world.route == ["A", "B"])
  }

  @Test func `leaves hidden what a request has hidden before it fails`() async throws {
    let plain = Fixture(["A", "B", "C"], shows: ["C"], hides: ["C"])
    try await plain.start()
    plain.world.screens[0].changes = ["X", "B"]
    #expect(await plain.error(of: Navigate(to: ["A", "X", "Z"])) != nil)
    #expect(plain.world.route == ["A", "B"])
  }

  @Test func `says who ended a step of which nothing is to be seen`() async throws {
    let plain = Fixture(["A", "B"], shows: ["C"], hides: ["B"])
    try await plain.start()
    plain.world.screens[1].answer = .withoutEffect
    #expect(
      await plain.error(of: Show("C"))
        == .noEffect(.show("C", from: "B"), route: ["A", "B"], asked: "B (PlainScreen)")
    )
    #expect(
      await plain.error(of: Hide("B"))
        == .noEffect(.hide("B", from: "A"), route: ["A", "B"], asked: "B (PlainScreen)")
    )
  }

  @Test func `passes on why a screen can't do a step, and asks no other`() async throws {
    let plain = Fixture(["A", "B"], shows: ["C"])
    try await plain.start()
    plain.world.screens[1].answer = .reject
    #expect(
      await plain.error(of: Show("C"))
        == .rejected(
          .show("C", from: "B"),
          route: ["A", "B"],
          asked: "B (PlainScreen)",
          reason: "no paper left; refill it"
        )
    )
    #expect(plain.world.log.count == 1)
  }

  @Test func `names the dependencies that have no navigator`() async throws {
    let store = Store<PlainState, EmptySideEffectDependencyContainer>()
    await #expect(
      throws: NavigatorError.noNavigator(
        request: "Show.C",
        dependencies: "EmptySideEffectDependencyContainer"
      )
    ) {
      try await store.dispatch(Show("C")).value
    }
  }

  // MARK: Time

  @Test func `ends a step that never ends by its time limit, says who was asked, and goes on`()
    async throws
  {
    let plain = Fixture(["A", "B"], shows: ["C"], hides: ["B"])
    try await plain.start()
    plain.world.screens[1].answer = .never
    let hanging = plain.store.dispatch(Show("C"))
    await plain.clock.waitForSleepers(1)
    let next = plain.store.dispatch(Hide("B"))
    await plain.clock.advance(by: .seconds(2))
    #expect(!hanging.isFinished && !next.isFinished)
    plain.world.screens[1].answer = .atOnce
    await plain.clock.advance(by: .seconds(1))
    await #expect(
      throws: NavigatorError.timedOut(
        .show("C", from: "B"),
        route: ["A", "B"],
        asked: "B (PlainScreen)",
        after: .seconds(3)
      )
    ) { try await hanging.value }
    try await next.value
    #expect(plain.world.route == ["A"])
    // Late, and twice: it changes nothing any more.
    plain.world.kept[0]()
    plain.world.kept[0]()
    try await plain.store.dispatch(Navigate(to: ["A"])).value
    #expect(plain.clock.sleeperCount == 0)
  }

  @Test func `lets a request go that is cancelled before its turn, and ends one between its steps`()
    async throws
  {
    let plain = Fixture(["A"], shows: ["B", "C"])
    try await plain.start()
    plain.world.screens[0].answer = .never
    let first = plain.store.dispatch(Show(["B", "C"]))
    await plain.clock.waitForSleepers(1)
    let second = plain.store.dispatch(Show("B"))
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    first.cancel()
    #expect(!first.isFinished)
    let world = plain.world
    world.screens.append(PlainScreen("B", in: world, shows: ["C"], hides: []))
    world.kept[0]()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(world.route == ["A", "B"])
    world.screens[0].answer = .atOnce
    try await plain.store.dispatch(Show("C")).value
    #expect(world.route == ["A", "B", "C"])
  }

  @Test func `takes a request that a screen makes in a step after the one that it is in`()
    async throws
  {
    let plain = Fixture(["A"], shows: ["B", "C"])
    try await plain.start()
    plain.world.screens[0].answer = .never
    let first = plain.store.dispatch(Show("B"))
    await plain.clock.waitForSleepers(1)
    let inner = plain.store.dispatch(Show("C"))
    let world = plain.world
    world.screens.append(PlainScreen("B", in: world, shows: ["C"], hides: []))
    world.kept[0]()
    try await first.value
    try await inner.value
    #expect(world.route == ["A", "B", "C"])
  }

  // MARK: Names

  @Test func `describes requests by their screens`() {
    enum Screen: String { case home, item }
    #expect(Navigate(to: [Screen.home, .item]).debugDescription == "Navigate.home.item")
    #expect(Show(Screen.item).debugDescription == "Show.item")
    #expect(Show([Screen.home, .item]).debugDescription == "Show [home, item]")
    #expect(Hide(Screen.item, atomic: true).debugDescription == "Hide.item")
    #expect(Hide().debugDescription == "Hide")
    #expect(Push(to: ["home"]).debugDescription == "Push [home]")
    #expect(Pop().debugDescription == "Pop")
    #expect(PresentModally(screen: "item").debugDescription == "PresentModally.item")
    #expect(DismissModally(routeElementID: "item").debugDescription == "DismissModally.item")
  }
}

/// Screens as the readme of Tempura 0.2 has them.
@MainActor
struct `A navigator and screens of Tempura 0_2` {
  @MainActor
  private final class Stack: RoutableProvider, RootInstaller {
    var screens: [any Tempura.Routable] = []
    var currentRoutables: [any Tempura.Routable] { screens }

    func installRoot(
      identifier: RouteElementIdentifier,
      context: Any?,
      completion: @escaping RoutingCompletion
    ) -> Bool {
      screens = [Bottom(self)]
      completion()
      return true
    }
  }

  @MainActor
  private final class Bottom: Tempura.Routable {
    let stack: Stack
    init(_ stack: Stack) { self.stack = stack }
    var routeIdentifier: RouteElementIdentifier { "bottom" }

    func push(
      identifier: RouteElementIdentifier,
      animated: Bool,
      completion: @escaping RoutingCompletion
    ) {
      stack.screens.append(Top(stack))
      completion()
    }

    func change(
      from: RouteElementIdentifier,
      to: RouteElementIdentifier,
      animated: Bool,
      completion: @escaping RoutingCompletion
    ) {
      stack.screens[1] = Other()
      completion()
    }
  }

  @MainActor
  private final class Top: Tempura.Routable {
    let stack: Stack
    init(_ stack: Stack) { self.stack = stack }
    var routeIdentifier: RouteElementIdentifier { "top" }

    func pop(
      identifier: RouteElementIdentifier,
      animated: Bool,
      completion: @escaping RoutingCompletion
    ) {
      stack.screens.removeLast()
      completion()
    }
  }

  @MainActor
  private final class Other: Tempura.Routable {
    var routeIdentifier: RouteElementIdentifier { "other" }
  }

  @Test func `pushes, pops and changes by their methods`() async throws {
    let stack = Stack()
    let store = Store<PlainState, PlainDependencies>()
    let navigator = store.dependencies.navigator
    try await navigator.start(using: stack, showing: stack, at: "bottom").value
    try await store.dispatch(Push(to: ["top"], animated: true)).value
    #expect(navigator.route == ["bottom", "top"])
    try await store.dispatch(Pop(animated: true)).value
    #expect(navigator.route == ["bottom"])
    try await store.dispatch(Push(to: ["top"])).value
    try await store.dispatch(Navigate(to: ["bottom", "other"])).value
    #expect(navigator.route == ["bottom", "other"])
    await #expect(throws: NavigatorError.self) { try await store.dispatch(Pop()).value }
    await #expect(throws: NavigatorError.self) {
      try await store.dispatch(PresentModally(screen: "top")).value
    }
    #expect(navigator.route == ["bottom", "other"])
  }
}
