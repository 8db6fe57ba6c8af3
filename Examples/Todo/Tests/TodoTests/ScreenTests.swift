import Foundation
import Katana
import NativeViews
import Tempura
import Testing

#if canImport(Todo)
@testable import Todo
#endif

extension User<Todo> {
  /// Shows a store on a small screen.
  fileprivate static func begin(_ store: TodoStore) async throws -> User {
    try await begin(Todo(store), size: CGSize(width: 320, height: 480))
  }
}

@MainActor
struct `The screens` {
  private func start(
    _ texts: [String] = ["Tea", "Milk"],
    settings: Settings = Settings(),
    route: Route = []
  ) async throws -> User<Todo> {
    let items = texts.enumerated().map { TodoItem(id: $0 + 1, text: $1) }
    return try await .begin(
      TodoStore(try TodoState(items: items, settings: settings, route: route), isRecorded: true)
    )
  }

  private func tree(_ user: User<Todo>) -> ViewTree { user.tree }
  private func store(_ user: User<Todo>) -> TodoStore { user.application.store }

  @Test func `what is typed becomes an item, and its screen goes`() async throws {
    let user = try await start()
    #expect(tree(user).label("0 of 2 done").exists)
    try await user.tap("Add")
    try await user.waitForRoute(["list", "add"])
    #expect(tree(user).textField().first?.isFocused == true)
    #expect(throws: ViewQueryError.self) { try tree(user).button("Save").tap() }
    try await user.type("  Bread ,")
    try tree(user).textField().press(.backspace)
    #expect(tree(user).textField().first?.accessibility.value == "  Bread ")
    try await user.tap("Save")
    try await user.waitForRoute(["list"])
    #expect(store(user).state.items[3] == TodoItem(id: 3, text: "Bread "))
    #expect(tree(user).label("0 of 3 done").exists)
    #expect(tree(user).checkbox("Bread ").exists)
  }

  @Test func `the menu of a row ticks it off and deletes it, and a key adds another`() async throws
  {
    let user = try await start()
    try tree(user).view("item-1").choose("toggle")
    try await user.rest()
    #expect(tree(user).label("1 of 2 done").exists)
    try tree(user).view("item-1").secondaryClick()
    #expect(tree(user).openMenu?.menu.items.map(\.title) == ["Mark as open", "Delete"])
    #expect(tree(user).chooseMenuItem("delete"))
    try await user.rest()
    #expect(tree(user).label("0 of 1 done").exists)
    #expect(tree(user).press(Shortcut("n")))
    try await user.waitForRoute(["list", "add"])
  }

  @Test func `the return key saves, and escape cancels`() async throws {
    let user = try await start()
    try await user.tap("Add")
    try await user.type("Bread\n")
    try await user.waitForRoute(["list"])
    #expect(store(user).state.items.count == 3)
    try await user.tap("Add")
    try await user.type("Salt")
    try tree(user).textField().press(.escape)
    try await user.waitForRoute(["list"])
    #expect(store(user).state.items.count == 3)
    // What wasn't sent was the screen's own.
    try await user.tap("Add")
    try await user.waitForRoute(["list", "add"])
    #expect(tree(user).textField().first?.accessibility.value == "")
  }

  @Test func `boxes tick items off, and those that are done are cleared`() async throws {
    let user = try await start()
    try await user.tap("Milk")
    try await user.wait(until: { tree(user).label("1 of 2 done").exists }, "the summary")
    try await user.tap("Clear done")
    try await user.wait(until: { !tree(user).checkbox("Milk").exists }, "the row to go")
    #expect(store(user).state.items.map(\.value.text) == ["Tea"])
    #expect(throws: ViewQueryError.self) { try tree(user).button("Clear done").tap() }
  }

  @Test func `a row opens an item, and the bar leads back`() async throws {
    let user = try await start()
    try await user.show("Milk")
    try await user.waitForRoute(["list", "item-2"])
    #expect(store(user).state.route == ["list", "item-2"])
    try await user.tap("Mark as done")
    try await user.wait(until: { tree(user).label("Done").exists }, "the item to be done")
    try await user.back()
    try await user.waitForRoute(["list"])
    // The user's own step came back as a dispatch.
    let last = try RecordedLog(of: store(user)).log.entries.last { $0.kind == .updater }
    #expect(
      last?.item as? RouteChanged
        == RouteChanged(from: ["list", "item-2"], to: ["list"], cause: .user)
    )
    #expect(tree(user).checkbox("Milk").first?.accessibility.isSelected == true)
  }

  @Test func `an item is deleted from its screen`() async throws {
    let user = try await start()
    try await user.show("Milk")
    try await user.tap("Delete")
    try await user.waitForRoute(["list"])
    try await user.wait(until: { !tree(user).checkbox("Milk").exists }, "the row to go")
  }

  @Test func `a link leads to a modal above an item`() async throws {
    let user = try await start(route: ["list", "item-2", "add"])
    #expect(user.shown.navigator.route == ["list", "item-2", "add"])
    try await user.tap("Cancel")
    try await user.waitForRoute(["list", "item-2"])
    #expect(tree(user).view("text").first?.accessibleName == "Milk")
    try await user.back()
    try await user.waitForRoute(["list"])
  }

  @Test func `a link to nowhere is an error, and leads to the list`() async throws {
    let user = try await start(route: ["list", "nowhere"])
    #expect(user.shown.navigator.route == ["list"])
    #expect(store(user).state.route == ["list"])
  }

  @Test func `an item that is gone shows nothing`() async throws {
    let user = try await start(route: ["list", "item-2"])
    try await store(user).dispatch(RemoveItem(id: 2)).value
    try await user.rest()
    #expect(!tree(user).view("text").exists)
    #expect(!tree(user).button("Delete").exists)
  }

  @Test func `only rows in sight are views`() async throws {
    let user = try await start((1...1_000).map { "Item \($0)" })
    let rows = tree(user).query(role: .listItem)
    // 348 points of list, 48 a row.
    #expect(rows.count == 8)
    try tree(user).view("list").scroll(by: CGSize(width: 0, height: 24_000))
    #expect(rows.count == 8)
    #expect(tree(user).checkbox("Item 501").exists)
    #expect(!tree(user).checkbox("Item 1").exists)
    try await user.tap("Item 502")
    try await user.wait(until: { store(user).state.items[502]?.isDone == true }, "the tick")
  }

  @Test func `what can't be saved is told above the screen`() async throws {
    let store = TodoStore(
      try TodoState(items: []),
      storage: TodoFile(path: "/proc/nowhere/items.json")
    )
    let user = try await User.begin(store)
    try await store.dispatch(AddItem(text: "Tea")).value
    try await user.waitForRoute(["list", "problem"])
    #expect(tree(user).view("problem").first?.accessibleName?.contains("can't be written") == true)
    // The list is still seen below it.
    #expect(tree(user).checkbox("Tea").exists)
    try await user.tap("OK")
    try await user.waitForRoute(["list"])
  }

  @Test func `a script has steps of its own, and mistakes are told with what to do`() throws {
    func message(_ arguments: String...) -> String? {
      do {
        _ = try Program<Todo>(arguments)
        return nil
      } catch { return "\(error)" }
    }
    let script = ["--tap", "Add", "--type", "Tea", "--tap", "Save", "--show", "Tea", "--back"]
    #expect(throws: Never.self) { try Program<Todo>(["--png", "todo.png", "--dark"] + script) }
    #expect(message("--back")?.hasPrefix("a script: a window has a user") == true)
    #expect(
      message("--at", "3")
        == "--at: it goes to a version of a log; add --replay FILE; see Todo --help"
    )
    #expect(
      message("--at", "-3", "--replay", "log")?.hasPrefix("--at -3: it isn't a number") == true
    )
    #expect(message("--language", "fr")?.hasPrefix("--language fr: the program speaks") == true)
  }

  @Test func `all is told in German, and darkly`() async throws {
    let settings = Settings(language: .german, isDark: true)
    let user = try await start(settings: settings)
    #expect(tree(user).label("0 von 2 erledigt").exists)
    try await user.tap("Hell")
    try await user.wait(until: { tree(user).button("Dunkel").exists }, "the light")
    #expect(store(user).state.settings.isDark == false)
  }
}

@MainActor
struct `Time travel` {
  @Test func `a recorded log is written, read and replayed, screens and all`() async throws {
    let first = TodoStore(try TodoState(items: [TodoItem(id: 1, text: "Tea")]), isRecorded: true)
    let user = try await User.begin(first)
    try await user.tap("Add")
    try await user.type("Milk\n")
    try await user.waitForRoute(["list"])
    try await user.tap("Milk")
    try await user.show("Milk")
    try await user.waitForRoute(["list", "item-2"])

    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).log").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try RecordedLog(of: first).write(to: path)
    let recorded = try RecordedLog(contentsOf: path)
    #expect(try recorded.text == RecordedLog(of: first).text)

    let second = TodoStore()
    let viewer = try await User.begin(second)
    var routes: [String] = []
    try await recorded.replay(into: second) {
      try await viewer.rest()
      let route = viewer.shown.navigator.route.joined(separator: "/")
      if routes.last != route { routes.append(route) }
    }
    #expect(routes == ["list", "list/add", "list", "list/item-2"])
    #expect(second.state == first.state)
    let views = viewer.tree.root.renderedText()
    #expect(views == user.tree.root.renderedText())

    // Back to where the screen for new items was.
    let isAdding = { (state: TodoState) in state.route.contains(Screen.add) }
    let version = try #require(try recorded.log.scanForFirstVersion(where: isAdding))
    try await recorded.replay(into: second, version: version)
    try await viewer.waitForRoute(["list", "add"])
    #expect(second.state.items.count == 1)
  }

  @Test func `a file that is no log is an error that says so`() throws {
    #expect(throws: TodoFileError.self) { try RecordedLog(contentsOf: "/proc/nowhere") }
    #expect(throws: StoreLogError.self) { try RecordedLog(contentsOf: "/proc/self/status") }
  }
}
