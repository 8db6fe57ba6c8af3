import Katana
import KatanaRouter
import KatanaTesting

/// A store and the router that shows it, with the journal of its screens.
@MainActor
struct RouterProgram {
  let store: AppStore
  let router: Router
  let journal: Journal

  /// Starts a router, and waits until all is shown unless something is held.
  init(
    _ text: String,
    guards: [NavigationGuard] = [],
    clock: any Clock<Duration> = ContinuousClock(),
    resynchronizations: Int = 1,
    root: ((Journal) -> any Routable)? = nil
  ) async throws {
    let journal = Journal()
    let initial = try AppState(text, guards: guards)
    store = AppStore(initialState: initial)
    router = Router(
      store: store,
      rootRoutable: root?(journal) ?? Screen("A", journal: journal),
      configuration: journal.configuration(clock: clock, resynchronizations: resynchronizations)
    )
    self.journal = journal
    await router.settle()
    _ = journal.takeLines()
  }

  var state: NavigationTree { store.state.navigationState.tree }

  func show(_ text: String) async throws {
    try await store.dispatch(SetRoute(tree(text))).value
  }

  /// Goes for another tree and returns when a step is held.
  func show(_ text: String, holding line: String) async throws {
    journal.held = line
    try await show(text)
    await journal.waitUntilHolding()
  }

  /// Lets the time of a held step pass, and returns when all else is done.
  func giveUp(_ clock: TestClock) async {
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(5))
    await router.settle()
  }

  /// Lets a held step end; returns what was asked for since the last time.
  func finish() async -> [String] {
    journal.letGo()
    await router.settle()
    return journal.takeLines()
  }
}
