import FoundationEssentials
import Katana
import KatanaRouter
import Testing

@Suite(.timeLimit(.minutes(30)))
struct NavigationCodingTests {
  final class Tabs: Screen {}
  final class Home: Screen {}
  final class Item: Screen {}
  struct ItemContext: Codable, Equatable {
    var number: Int
    var title: String
  }

  static func catalog() throws -> DestinationCatalog {
    var catalog = DestinationCatalog()
    try catalog.register(Tabs.self, name: "tabs")
    try catalog.register(Home.self, name: "home")
    try catalog.register(Item.self, name: "item", context: ItemContext.self)
    return catalog
  }

  static func example() throws -> NavigationTree {
    let item = Destination(
      routableType: Item.self,
      contextData: ItemContext(number: 42, title: "Käse/*(),"),
      userIdentifier: "i 1"
    )
    let anonymous = Destination(
      routableType: Home.self,
      instanceIdentifier: try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    )
    return try NavigationTree(
      NavigationNode(
        Destination(routableType: Tabs.self, userIdentifier: "tabs"),
        children: [
          NavigationNode(
            Destination(routableType: Home.self, userIdentifier: "home"),
            isActive: true,
            children: [NavigationNode(item, isActive: true)]
          ),
          NavigationNode(anonymous),
        ]
      )
    )
  }

  static func base() throws -> URL { try #require(URL(string: "shop://open")) }

  @Test func `a tree becomes a link and the link the tree`() throws {
    let catalog = try Self.catalog()
    let tree = try Self.example()
    let url = try catalog.url(for: tree, base: Self.base())
    #expect(url.absoluteString.hasPrefix("shop://open/tabs(home*/item=i%201;%7B"))
    #expect(url.absoluteString.hasSuffix(",home@00112233-4455-6677-8899-AABBCCDDEEFF)"))
    let read = try catalog.tree(from: url)
    #expect(read == tree)
    #expect(
      read.find("i 1")?.destination.contextData as? ItemContext
        == ItemContext(number: 42, title: "Käse/*(),")
    )
    let empty = try catalog.url(for: NavigationTree(), base: Self.base())
    #expect(try catalog.tree(from: empty).isEmpty)
  }

  @Test func `a link written by hand is a way of active destinations`() throws {
    let url = try #require(URL(string: "shop://open/tabs/home/item=7"))
    let tree = try Self.catalog().tree(from: url)
    #expect(tree.activePath.map(\.userIdentifier) == ["tabs", "home", "7"])
    #expect(tree.activePath.last?.routableType == Item.self)
    let closed = try #require(URL(string: "shop://open/tabs/home/item=7/"))
    #expect(try Self.catalog().tree(from: closed) == tree)
    let siblings = try #require(
      URL(string: "shop://open/tabs(home=a,home=b*(item=1,item=2),home=c)")
    )
    let read = try Self.catalog().tree(from: siblings)
    #expect(read.description == "tabs*[a, b*[1, 2], c]")
  }

  @Test(arguments: [
    "tabs(", "tabs)", "tabs(home", "tabs,home", "tabs//home", "tabs(home)x", "tabs(,home)",
    "tabs@12", "home;1", "tabs(home,item)/home=b", "tabs(home=a,home=b)(item=1)",
    "tabs(home=a*,home=b*)", "tabs(home/", "tabs//", "tabs(home=a)*",
  ])
  func `a malformed link throws an error`(path: String) throws {
    let url = try #require(URL(string: "shop://open/" + path))
    #expect(throws: NavigationCodingError.self) { try Self.catalog().tree(from: url) }
  }

  @Test func `a deep link needs no stack`() throws {
    let path = (0..<20_000).map { "home=\($0)" }.joined(separator: "/")
    let url = try #require(URL(string: "shop://open/" + path))
    let tree = try Self.catalog().tree(from: url)
    #expect(tree.count == 20_000)
    #expect(try Self.catalog().url(for: tree, base: Self.base()) == url)
  }

  @Test func `a state is written as JSON and read`() throws {
    let key = try #require(CodingUserInfoKey.destinationCatalog)
    let encoder = JSONEncoder()
    let decoder = JSONDecoder()
    encoder.userInfo[key] = try Self.catalog()
    decoder.userInfo[key] = try Self.catalog()
    let state = NavigationState(try Self.example())
    let read = try decoder.decode(NavigationState.self, from: encoder.encode(state))
    #expect(read == state)
    #expect(
      read.tree.find("i 1")?.destination.contextData as? ItemContext
        == ItemContext(number: 42, title: "Käse/*(),")
    )
  }

  @Test func `what a catalog does not have is an error that names it`() throws {
    let catalog = try Self.catalog()
    let unknown = NavigationNode(screen("x"))
    #expect(throws: NavigationCodingError.unknownType(screen("x"))) {
      try catalog.url(for: NavigationTree(unknown), base: Self.base())
    }
    #expect(throws: NavigationCodingError.unknownName("nothing")) {
      try catalog.tree(from: #require(URL(string: "shop://open/nothing")))
    }
    #expect(throws: NavigationCodingError.missingCatalog) {
      try JSONEncoder().encode(NavigationState(Self.example()))
    }
    var other = catalog
    #expect(throws: NavigationCodingError.nameTaken("tabs", type: "Screen")) {
      try other.register(Screen.self, name: "tabs")
    }
    let wrong = Destination(routableType: Item.self, contextData: "text", userIdentifier: "i")
    #expect(throws: NavigationCodingError.wrongContext(wrong, expected: "ItemContext")) {
      try catalog.url(for: NavigationTree(NavigationNode(wrong)), base: Self.base())
    }
    #expect(throws: NavigationCodingError.emptyName(type: "Screen")) {
      try other.register(Screen.self, name: "")
    }
    let unreadable = try #require(URL(string: "shop://open/item=i;5"))
    let error = #expect(throws: NavigationCodingError.self) { try catalog.tree(from: unreadable) }
    guard case .malformedContext(wrong, _) = error else {
      Issue.record("\(error as Any)")
      return
    }
    let key = try #require(CodingUserInfoKey.destinationCatalog)
    let decoder = JSONDecoder()
    decoder.userInfo[key] = catalog
    let twoActive = #"""
      [{"name":"tabs","userIdentifier":"t"},
      {"name":"home","userIdentifier":"a","parent":0,"isActive":true},
      {"name":"home","userIdentifier":"b","parent":0,"isActive":true}]
      """#
    let homes = ["a", "b"].map { Destination(routableType: Home.self, userIdentifier: $0) }
    #expect(throws: NavigationCodingError.severalActive(homes[0], homes[1])) {
      try decoder.decode(NavigationState.self, from: Data(twoActive.utf8))
    }
    let context = #"[{"name":"home","userIdentifier":"a","context":{"x":1}}]"#
    #expect(throws: NavigationCodingError.unexpectedContext(homes[0])) {
      try decoder.decode(NavigationState.self, from: Data(context.utf8))
    }
    let twoRoots = #"[{"name":"home","userIdentifier":"a"},{"name":"home","userIdentifier":"b"}]"#
    #expect(throws: NavigationCodingError.notATree(node: 1)) {
      try decoder.decode(NavigationState.self, from: Data(twoRoots.utf8))
    }
  }

  struct Routed: RoutableState, Codable, Equatable {
    var user: String?
    var navigationState = NavigationState()
    var navigationGuards: [NavigationGuard] {
      [
        NavigationGuard("signed in") { [user] _, new in
          user == nil && new.contains("i 1") ? .refuse(reason: "nobody has signed in") : .allow
        }
      ]
    }
  }

  struct SignIn: StateUpdater, Codable {
    let user: String
    func updateState(_ state: inout Routed) { state.user = user }
  }

  @Test func `a log of a state with a navigation is written and read, and its guards stay`()
    async throws
  {
    typealias RoutedStore = Store<Routed, EmptySideEffectDependencyContainer>
    var registry = DispatchableRegistry()
    registry.registerNavigation(try Self.catalog())
    registry.register(SignIn.self)
    let tree = try Self.example()
    let home = { Destination(routableType: Home.self, contextData: nil, userIdentifier: $0) }
    let store = RoutedStore()
    let recorder = store.record()
    await #expect(throws: NavigationError.self) { try await store.dispatch(SetRoute(tree)).value }
    try await store.dispatch(SignIn(user: "ada")).value
    let number = try #require(tree.root?.children[1].destination.id)
    let actions: [any NavigationAction] = [
      SetRootDestination(destination: home("a")), AddNewDestination(destination: home("b")),
      ResetNavigation(), SetRoute(tree), SetActiveDestination(identifier: number),
      AddChildrenToDestination(identifier: "home", child: home("c")),
      MoveDestination(identifier: "c", under: "tabs", at: 0),
      NavigationTransaction([
        AddChildrenToDestination(
          identifier: "c",
          destinations: [home("d"), home("e")],
          activeDestination: home("e")
        ),
        NavigationTransaction([SetActiveDestination(identifier: "e")]),
      ]),
      ReplaceDestination(
        identifier: "d",
        with: NavigationNode(home("f"), children: [NavigationNode(home("g"), isActive: true)])
      ),
      RemoveDestination(identifier: "g"), RemoveCurrentDestination(),
      PopToDestination(identifier: "tabs"), ResetNavigation(to: tree.root),
    ]
    for action in actions { try await store.anyDispatch(action).value }
    let log = try recorder.log
    #expect(log.versions == 0...UInt64(actions.count + 1))
    let read = try StoreLog<Routed>(jsonLines: log.jsonLines(registry), registry)
    for version in log.versions {
      let (state, expected) = (try read.state(at: version), try log.state(at: version))
      #expect(state == expected, "\(version)")
    }
    #expect(
      try read.state(at: 5).navigationState.tree.find("i 1")?.destination.contextData
        as? ItemContext == ItemContext(number: 42, title: "Käse/*(),")
    )
    // A state that was read refuses what the one before did.
    let again = RoutedStore(initialState: try read.state(at: 0))
    await #expect(throws: NavigationError.self) { try await again.dispatch(SetRoute(tree)).value }
    #expect(throws: NavigationCodingError.missingRegistry) {
      try JSONEncoder().encode(NavigationTransaction([]))
    }
  }
}
