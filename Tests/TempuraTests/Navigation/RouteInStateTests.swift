import Foundation
import Katana
import KatanaRouter
import KatanaTesting
import Synchronization
import Testing

@testable import Tempura

@MainActor
struct `A route that is a part of the state` {
  private typealias Fixture = Plain<RoutedState>

  private static let all: Set<String> = ["B", "C", "D"]

  private func fixture(
    _ route: Route = ["A"],
    state: RoutedState = RoutedState()
  ) -> Fixture {
    Fixture(route, shows: Self.all, hides: Self.all, state: state)
  }

  /// Lets everything run that has been dispatched or is due.
  private func settle(_ plain: Fixture) async throws {
    for _ in 0..<50 {
      await Task.detached {}.value
      await Task.yield()
    }
    try await plain.store.dispatch(Navigate(to: plain.world.route)).value
  }

  @Test func `has what requests lead to`() async throws {
    let plain = fixture()
    plain.navigator.connect(to: plain.store)
    try await plain.start()
    #expect(plain.store.state.navigationState.tree.screenRoute == ["A"])
    try await plain.store.dispatch(Show(["B", "C"])).value
    #expect(plain.store.state.navigationState.tree.screenRoute == ["A", "B", "C"])
    try await plain.store.dispatch(Hide("B")).value
    #expect(plain.store.state.navigationState.tree.screenRoute == ["A"])
  }

  @Test func `is followed by the screens, as of a deep link`() async throws {
    let plain = fixture()
    plain.navigator.connect(to: plain.store)
    try await plain.start()
    let tree = try NavigationTree(screenRoute: ["A", "B", "C"])
    try await plain.store.dispatch(SetRoute(tree)).value
    try await settle(plain)
    #expect(plain.world.route == ["A", "B", "C"])
    try await plain.store.dispatch(SetRoute(try NavigationTree(screenRoute: ["A"]))).value
    try await settle(plain)
    #expect(plain.world.route == ["A"])
    // What a request wants comes above what the state had before it, also where that is not yet there.
    let deep = plain.store.dispatch(SetRoute(try NavigationTree(screenRoute: ["A", "D"])))
    try await deep.value
    try await plain.store.dispatch(Show("B")).value
    #expect(plain.world.route == ["A", "D", "B"])
    #expect(plain.store.state.navigationState.tree.screenRoute == ["A", "D", "B"])
  }

  @Test func `is shown at the start, and a first screen only where there is none`() async throws {
    var state = RoutedState()
    state.navigationState = NavigationState(try NavigationTree(screenRoute: ["A", "B", "B"]))
    let plain = fixture(["A"], state: state)
    plain.navigator.connect(to: plain.store)
    try await plain.start(at: "X")
    #expect(plain.world.route == ["A", "B", "B"])
    #expect(plain.store.state.navigationState.tree.screenRoute == ["A", "B", "B"])
  }

  @Test func `gives way to a first screen where it can't be shown`() async throws {
    var state = RoutedState()
    state.navigationState = NavigationState(try NavigationTree(screenRoute: ["Z", "B"]))
    let plain = fixture([], state: state)
    plain.navigator.connect(to: plain.store)
    try await plain.start(at: "A")
    #expect(plain.world.route == ["A"])
    #expect(plain.store.state.navigationState.tree.screenRoute == ["A"])
    #expect(
      plain.errors == [.unhandled(.installRoot("Z"), route: [], asked: ["PlainScreens"])]
    )
  }

  @Test func `is what the screens have come to where they can't follow it`() async throws {
    let plain = fixture(["A", "B"])
    plain.navigator.connect(to: plain.store)
    try await plain.start(at: "A")
    try await plain.store.dispatch(SetRoute(try NavigationTree(screenRoute: ["A", "B", "Z"]))).value
    try await settle(plain)
    #expect(plain.world.route == ["A", "B"])
    #expect(plain.store.state.navigationState.tree.screenRoute == ["A", "B"])
    #expect(plain.errors.count == 1)
    #expect(plain.errors[0].description.contains("nobody does show Z from B"))
  }

  @Test func `is what it was where a request fails`() async throws {
    let plain = fixture(["A", "B"])
    plain.navigator.connect(to: plain.store)
    try await plain.start()
    #expect(await plain.error(of: Show(["C", "Z"])) != nil)
    #expect(plain.world.route == ["A", "B"])
    #expect(plain.store.state.navigationState.tree.screenRoute == ["A", "B"])
  }

  @Test func `is guarded before any screen is asked`() async throws {
    var state = RoutedState()
    state.navigationGuards = [
      NavigationGuard("signed in") { _, new in
        new.contains("C") ? .refuse(reason: "nobody has signed in") : .allow
      }
    ]
    let plain = fixture(state: state)
    plain.navigator.connect(to: plain.store)
    try await plain.start()
    let error = await plain.error(of: Show(["B", "C"]))
    #expect(
      error?.description
        == "route A/B/C: the store stays at A: navigation: guard signed in refused the change: "
        + "nobody has signed in; do what it asks for first"
    )
    #expect(plain.world.log.isEmpty)
    try await plain.store.dispatch(Show("B")).value
    #expect(plain.world.route == ["A", "B"])
  }

  @Test func `has what the user does by hand while the screens wait to follow it`() async throws {
    let plain = fixture()
    plain.navigator.connect(to: plain.store)
    try await plain.start()
    try await plain.store.dispatch(Show("B")).value
    try await plain.navigator.inTurn {
      plain.navigator.stateDidChange()
      for _ in 0..<20 { await Task.yield() }
      // As by the choice of another tab.
      plain.world.set(["A", "C"], shows: Self.all, hides: Self.all)
      plain.navigator.screensDidChange()
    }
    try await settle(plain)
    #expect(plain.world.route == ["A", "C"])
    #expect(plain.store.state.navigationState.tree.screenRoute == ["A", "C"])
  }

  @Test func `is shown again where a guard refuses what the user does while the screens wait`()
    async throws
  {
    var state = RoutedState()
    state.navigationGuards = [
      NavigationGuard("open") { _, new in new.contains("C") ? .refuse(reason: "closed") : .allow }
    ]
    let plain = fixture(state: state)
    plain.navigator.connect(to: plain.store)
    try await plain.start()
    try await plain.store.dispatch(Show("B")).value
    try await plain.navigator.inTurn {
      plain.navigator.stateDidChange()
      for _ in 0..<20 { await Task.yield() }
      plain.world.set(["A", "C"], shows: Self.all, hides: Self.all)
      plain.navigator.screensDidChange()
    }
    try await settle(plain)
    #expect(plain.world.route == ["A", "B"])
    #expect(plain.store.state.navigationState.tree.screenRoute == ["A", "B"])
    #expect(plain.errors.count == 1)
  }

  @Test func `has what the user does by hand while a request is refused`() async throws {
    let plain = fixture(["A", "B"])
    plain.navigator.connect(to: plain.store)
    try await plain.start()
    let connected = try #require(plain.navigator.state)
    plain.navigator.state = RouteState(
      route: connected.route,
      dispatch: { [world = plain.world, unowned navigator = plain.navigator] change in
        guard change.cause == .request else { return try await connected.dispatch(change) }
        // As by the choice of another tab.
        world.set(["A", "C"], shows: Self.all, hides: Self.all)
        navigator.screensDidChange()
        throw PlainRefusal()
      },
      version: connected.version,
      removeListener: {}
    )
    let error = await plain.error(of: Show("D"))
    #expect(
      error
        == .refused(["A", "B", "D"], route: ["A", "B"], reason: "no paper left; refill it")
    )
    #expect(plain.world.route == ["A", "C"])
    #expect(plain.store.state.navigationState.tree.screenRoute == ["A", "C"])
  }

  @Test func `loses by a dispatch what the user takes away by hand`() async throws {
    let plain = fixture(["A", "B", "C"])
    plain.navigator.connect(to: plain.store)
    try await plain.start(at: "A")
    plain.world.screens.removeLast()
    plain.navigator.screensDidChange()
    try await settle(plain)
    #expect(plain.store.state.navigationState.tree.screenRoute == ["A", "B"])
    plain.navigator.windowDidClose()
    // Before anything is awaited: a program may end with its window.
    #expect(plain.store.state.navigationState.tree.screenRoute == [])
    try await plain.store.dispatch(SetRoute(NavigationTree())).value
    #expect(await plain.error(of: Show("B")) == .notStarted)
  }

  @Test func `is shown again where a guard doesn't let the user take something away`() async throws
  {
    var state = RoutedState()
    state.navigationGuards = [
      NavigationGuard("editor") { old, new in
        old.contains("C") && !new.contains("C") ? .refuse(reason: "unsaved") : .allow
      }
    ]
    let plain = fixture(["A", "B", "C"], state: state)
    plain.navigator.connect(to: plain.store)
    try await plain.start(at: "A")
    plain.world.screens.removeLast()
    plain.navigator.screensDidChange()
    try await settle(plain)
    #expect(plain.world.route == ["A", "B", "C"])
    #expect(plain.store.state.navigationState.tree.screenRoute == ["A", "B", "C"])
    #expect(plain.errors.count == 1)
  }

  @Test func `is not needed for what the user does by hand to be dispatched`() async throws {
    let plain = Plain<PlainState>(["A", "B"])
    let seen = Mutex<[RouteChanged]>([])
    let store = Store<PlainState, EmptySideEffectDependencyContainer>(
      interceptors: [
        .observing { _, item in
          if let change = item as? RouteChanged { seen.withLock { $0.append(change) } }
        }
      ]
    )
    plain.navigator.connect(to: store)
    try await plain.start()
    plain.world.screens.removeLast()
    plain.navigator.screensDidChange()
    plain.navigator.screensDidChange()
    for _ in 0..<20 { await Task.yield() }
    let wanted = RouteChanged(from: ["A", "B"], to: ["A"], cause: .user)
    #expect(seen.withLock { $0 } == [wanted])
    #expect(wanted.debugDescription == "RouteChanged(user) A/B to A")
  }

  @Test func `is recorded, and followed by other screens when it is replayed`() async throws {
    let plain = fixture()
    let recorder = plain.store.record()
    plain.navigator.connect(to: plain.store)
    try await plain.start()
    try await plain.store.dispatch(Show(["B", "B", "C"])).value
    try await plain.store.dispatch(Hide("C")).value

    let other = fixture()
    other.navigator.connect(to: other.store)
    try await other.start()
    try await recorder.log.replay(into: other.store)
    try await settle(other)
    #expect(other.world.route == ["A", "B", "B"])
    #expect(other.store.state.navigationState.tree.screenRoute == ["A", "B", "B"])
  }

  @Test func `is written as a link, and shown at the start by the screens that get it`()
    async throws
  {
    var catalog = DestinationCatalog()
    try catalog.register(ScreenDestination.self, name: "screen", context: String.self)
    let base = try #require(URL(string: "app://show"))
    let route = ["A", "B", "a/b c", "B"]
    let url = try catalog.url(for: try NavigationTree(screenRoute: route), base: base)
    let tree = try catalog.tree(from: url)
    #expect(tree.screenRoute == route)

    var state = RoutedState()
    state.navigationState = NavigationState(tree)
    let plain = Fixture(["A"], shows: ["B", "a/b c"], state: state)
    plain.navigator.connect(to: plain.store)
    try await plain.start()
    #expect(plain.world.route == route)
  }

  struct Kept: RoutableState, Codable, Equatable {
    var navigationState = NavigationState()
  }

  @Test func `is written into a log and read`() async throws {
    var registry = DispatchableRegistry()
    registry.registerNavigation()
    let store = Store<Kept, EmptySideEffectDependencyContainer>()
    let recorder = store.record()
    try await store.dispatch(RouteChanged(from: [], to: ["A", "B", "A"], cause: .request)).value
    try await store.dispatch(SetRoute(NavigationTree(screenRoute: ["A", "C"]))).value
    let text = try recorder.log.jsonLines(registry)
    let read = try StoreLog<Kept>(jsonLines: text, registry)
    #expect(try read.state(at: 1).navigationState.tree.screenRoute == ["A", "B", "A"])
    #expect(try read.state(at: 2) == store.state)
  }
}
