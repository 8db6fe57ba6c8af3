import KatanaLegacy
import Tempura
import Testing

// Only this module's `Store` here, as in a program that comes from Katana 0.8 and Tempura 0.2.

private struct LegacyState: State {
  var opened = 0
}

/// An action of Katana 0.8 that navigates when its change is visible.
private struct OpenScreen: ActionWithSideEffect {
  let identifier: String

  func updatedState(currentState: any State) -> any State {
    var state = currentState as? LegacyState ?? LegacyState()
    state.opened += 1
    return state
  }

  func sideEffect(
    currentState: any State,
    previousState: any State,
    dispatch: @escaping StoreDispatch,
    dependencies: any SideEffectDependencyContainer
  ) {
    dispatch(Show(identifier))
  }
}

@MainActor
struct `Navigation of a legacy store` {
  private let world = PlainScreens()
  private let store = Store<LegacyState>(dependencies: PlainDependencies.self)

  private func start() async throws {
    world.set(["A"], shows: ["B", "C"], hides: ["B", "C"])
    let navigator = try #require(store.dependencies as? PlainDependencies).navigator
    try await navigator.start(using: world, showing: world, at: "A").value
  }

  @Test func `finds the navigator of the store's container`() async throws {
    try await start()
    try await store.dispatch(Navigate(to: ["A", "B", "C"])).value
    #expect(world.route == ["A", "B", "C"])
    _ = try await store.anyDispatch(Hide()).value
    #expect(world.route == ["A", "B"])
    try await store.base.dispatch(Pop()).value
    #expect(world.route == ["A"])
  }

  @Test func `is what side effects of actions dispatch`() async throws {
    try await start()
    store.dispatch(OpenScreen(identifier: "B"))
    while world.route.count < 2 { await Task.yield() }
    #expect(world.route == ["A", "B"])
    #expect(store.state.opened == 1)
  }

  @Test func `fails in a store whose container has none, which the error names`() async throws {
    let store = Store<LegacyState>()
    await #expect(
      throws: NavigatorError.noNavigator(
        request: "Show.B",
        dependencies: "EmptySideEffectDependencyContainer"
      )
    ) {
      try await store.dispatch(Show("B")).value
    }
  }
}
