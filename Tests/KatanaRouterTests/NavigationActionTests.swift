import Katana
import KatanaRouter
import KatanaTesting
import Testing

struct AppState: RoutableState, Equatable {
  var navigationState = NavigationState()
  var navigationGuards: [NavigationGuard] = []

  init() {}

  init(_ text: String, guards: [NavigationGuard] = []) throws {
    navigationState = NavigationState(try tree(text))
    navigationGuards = guards
  }

  static func == (left: AppState, right: AppState) -> Bool {
    left.navigationState == right.navigationState
  }
}

typealias AppStore = Store<AppState, EmptySideEffectDependencyContainer>

@Suite(.timeLimit(.minutes(30)))
struct NavigationActionTests {
  static let cases: [(before: String, action: any NavigationAction, after: String)] = [
    ("", AddNewDestination(destination: screen("A")), "A*"),
    ("A*[B*, C]", AddNewDestination(destination: screen("D")), "A*[B*[D*], C]"),
    ("A*[B*, C]", RemoveDestination(identifier: "C"), "A*[B*]"),
    ("A*[B*[D*], C]", RemoveCurrentDestination(), "A*[B*, C]"),
    ("A*[B, C*]", RemoveCurrentDestination(), "A*[B]"),
    (
      "A*[B*]",
      AddChildrenToDestination(
        identifier: "A",
        destinations: [screen("C"), screen("D")],
        activeDestination: screen("D")
      ), "A*[B, C, D*]"
    ),
    (
      "A*[B*]",
      AddChildrenToDestination(identifier: "A", destinations: [screen("C"), screen("D")]),
      "A*[B*, C, D]"
    ),
    ("A*[B*]", AddChildrenToDestination(identifier: "A", child: screen("C")), "A*[B, C*]"),
    ("A*[B*, C[D]]", SetActiveDestination(identifier: "D"), "A*[B, C*[D*]]"),
    ("A*[B*[x]]", ReplaceDestination(identifier: "B", with: screen("C")), "A*[C*]"),
    ("A*[B*[C*[D*]]]", PopToDestination(identifier: "A"), "A*"),
    ("A*[B*, C]", MoveDestination(identifier: "B", under: "C", at: 0), "A*[C[B]]"),
    ("A*[B*]", ResetNavigation(), ""),
    ("A*[B*]", ResetNavigation(to: NavigationNode(screen("X"))), "X*"),
    ("", SetRootDestination(destination: screen("A")), "A*"),
    (
      "A*[B*]",
      NavigationTransaction([
        RemoveDestination(identifier: "B"), AddNewDestination(destination: screen("C")),
        AddNewDestination(destination: screen("D")),
      ]), "A*[C*[D*]]"
    ),
  ]

  @Test(arguments: cases.indices) func `each action does what it says`(index: Int) async throws {
    let (before, action, after) = Self.cases[index]
    let initial = try AppState(before)
    let store = AppStore(initialState: initial)
    try await store.dispatch(action).value
    #expect(store.state.navigationState.tree.description == (try tree(after).description))
  }

  @Test func `a route replaces the tree`() async throws {
    let initial = try AppState("A*[B*]")
    let store = AppStore(initialState: initial)
    try await store.dispatch(SetRoute(tree("A*[C*]"))).value
    #expect(store.state.navigationState.tree == (try tree("A*[C*]")))
    try await store.dispatch(SetRoute(path: [screen("A"), screen("X"), screen("Y")])).value
    #expect(store.state.navigationState.tree == (try tree("A*[X*[Y*]]")))
    #expect(throws: NavigationError.duplicate(existing: screen("A"), added: screen("A"))) {
      try SetRoute(path: [screen("A"), screen("A")])
    }
  }

  static let wrong: [(action: any NavigationAction, error: NavigationError)] = [
    (RemoveDestination(identifier: "Z"), .unknownDestination("Z")),
    (RemoveDestination(identifier: "A"), .isRoot(screen("A"))),
    (SetActiveDestination(identifier: "Z"), .unknownDestination("Z")),
    (
      AddNewDestination(destination: screen("A")),
      .duplicate(existing: screen("A"), added: screen("A"))
    ),
    (
      AddChildrenToDestination(
        identifier: "A",
        destinations: [screen("C")],
        activeDestination: screen("D")
      ), .unknownDestination("D")
    ),
    (
      MoveDestination(identifier: "B", under: "B"), .cycle(moved: screen("B"), under: screen("B"))
    ),
    (
      SetRootDestination(destination: screen("X")),
      .rootExists(root: screen("A"), added: screen("X"))
    ),
    (
      NavigationTransaction([
        RemoveDestination(identifier: "B"), RemoveDestination(identifier: "B"),
      ]), .unknownDestination("B")
    ),
  ]

  @Test(arguments: wrong.indices)
  func `a wrong action rejects its dispatch and leaves the state as it was`(
    index: Int
  ) async throws {
    let (action, error) = Self.wrong[index]
    let initial = try AppState("A*[B*]")
    let store = AppStore(initialState: initial)
    await #expect(throws: error) { try await store.dispatch(action).value }
    #expect(store.state.navigationState.tree.isIdentical(to: initial.navigationState.tree))
  }

  struct PlainState: State {}

  @Test func `a state without navigation rejects actions`() async throws {
    let store = Store<PlainState, EmptySideEffectDependencyContainer>()
    let action = RemoveCurrentDestination()
    await #expect(
      throws: NavigationError.notRoutable(
        action: "KatanaRouter.RemoveCurrentDestination",
        state: "PlainState"
      )
    ) {
      try await store.dispatch(action).value
    }
  }

  @Test func `guards see a transaction as one change and can refuse it`() async throws {
    let signedIn = NavigationGuard("sign-in") { old, new in
      new.contains("account") && !new.contains("login")
        ? .refuse(reason: "nobody has signed in") : .allow
    }
    let initial = try AppState("A*", guards: [signedIn])
    let store = AppStore(initialState: initial)
    let account = AddNewDestination(destination: screen("account"))
    await #expect(
      throws: NavigationError.refused(guard: "sign-in", reason: "nobody has signed in")
    ) {
      try await store.dispatch(account).value
    }
    #expect(store.state.navigationState.tree == (try tree("A*")))
    let both = NavigationTransaction([account, AddNewDestination(destination: screen("login"))])
    try await store.dispatch(both).value
    #expect(store.state.navigationState.tree == (try tree("A*[account*[login*]]")))
  }

  @Test func `an exhaustive test store confirms navigations`() async throws {
    let store = TestStore<AppState, EmptySideEffectDependencyContainer>(
      initialState: try AppState("A*")
    )
    store.store.dispatch(AddNewDestination(destination: screen("B")))
    try await store.receive(AddNewDestination.self) { state in
      try state.editNavigation { tree throws(NavigationError) in
        try tree.addActiveLeaf(NavigationNode(screen("B")))
      }
    }
    try await store.send(AddNewDestination(destination: screen("C"))) { state in
      try state.editNavigation { tree throws(NavigationError) in
        try tree.addActiveLeaf(NavigationNode(screen("C")))
      }
    }
    await #expect(throws: NavigationError.self) {
      try await store.send(AddNewDestination(destination: screen("C")))
    }
    try await store.finish()
  }
}
