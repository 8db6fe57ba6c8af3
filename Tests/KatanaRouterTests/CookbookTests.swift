import Foundation
import Katana
import KatanaRouter
import Testing

// What docs/cookbook.md prints of navigation: excerpts of this file.

final class HomeScreen: Routable {}
final class AccountScreen: Routable {}

struct ShopState: RoutableState, Codable {
  var user: String?
  var navigationState = NavigationState()

  // Asked of each change, in the state as it is before.
  var navigationGuards: [NavigationGuard] {
    [
      NavigationGuard("signed in") { [user] _, new in
        user == nil && new.nodes().contains { $0.destination.routableType == AccountScreen.self }
          ? .refuse(reason: "nobody has signed in") : .allow
      }
    ]
  }
}

struct SignIn: StateUpdater, Codable {
  let user: String
  func updateState(_ state: inout ShopState) { state.user = user }
}

struct SignOut: StateUpdater, Codable {
  func updateState(_ state: inout ShopState) throws(NavigationError) {
    state.user = nil
    try state.editNavigation { tree throws(NavigationError) in
      if tree.contains("account") { try tree.remove("account") }
    }
  }
}

typealias ShopStore = Store<ShopState, EmptySideEffectDependencyContainer>

func makeStore(path: String) throws -> ShopStore {
  var catalog = DestinationCatalog()
  try catalog.register(HomeScreen.self, name: "home")
  try catalog.register(AccountScreen.self, name: "account")
  var registry = DispatchableRegistry()
  registry.registerNavigation(catalog)  // the screens, and the actions that show them
  registry.register(SignIn.self, as: "SignIn")  // all other items that change the state
  registry.register(SignOut.self, as: "SignOut")
  let file = try StoreLogFile<ShopState>(path: path, registry, capacity: 10_000)
  let store = ShopStore(initialState: file.state ?? ShopState())
  store.record(to: file)
  return store
}

@Suite(.timeLimit(.minutes(30)))
struct CookbookTests {
  @Test func `who has signed in gets in, also after the log was gone on with`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "shop-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let home = Destination(routableType: HomeScreen.self, userIdentifier: "home")
    let account = AddNewDestination(
      destination: Destination(routableType: AccountScreen.self, userIdentifier: "account")
    )
    let refused = NavigationError.refused(guard: "signed in", reason: "nobody has signed in")
    do {
      let store = try makeStore(path: path)
      try await store.dispatch(SetRootDestination(destination: home)).value
      await #expect(throws: refused) { try await store.dispatch(account).value }
      try await store.dispatch(SignIn(user: "ada")).value
      try await store.dispatch(account).value
      #expect(store.state.navigationState.tree.contains("account"))
    }
    let store = try makeStore(path: path)
    #expect(store.state.user == "ada")
    #expect(store.state.navigationState.tree.contains("account"))
    try await store.dispatch(SignOut()).value
    #expect(!store.state.navigationState.tree.contains("account"))
    await #expect(throws: refused) { try await store.dispatch(account).value }
  }
}
