import Foundation
import Katana
import KatanaTesting
import Tempura
import Testing

#if canImport(Todo)
@testable import Todo
#endif

@Suite(.locatedTestStoreErrors)
struct `The logic of the list` {
  private typealias LogicStore = TestStore<TodoState, TodoDependencies>

  private func store(
    _ items: [TodoItem] = [],
    storage: any TodoStorage = TodoMemory(),
    requests: NavigationRequests = []
  ) throws -> LogicStore {
    TestStore(
      timeout: .seconds(600),
      dependencies: { _, _ in
        TodoDependencies(storage: storage, navigation: .mocked(appendTo: requests))
      },
      initialState: try TodoState(items: items)
    )
  }

  private let items = [
    TodoItem(id: 3, text: "Tea"), TodoItem(id: 5, text: "Milk", isDone: true),
  ]

  @Test func `items get ids that no other has had`() async throws {
    let store = try store(items)
    try await store.send(AddItem(text: "Bread")) {
      $0.items.append(TodoItem(id: 6, text: "Bread"))
      $0.nextID = 7
    }
    try await store.send(RemoveItem(id: 6)) { $0.items.remove(6) }
    try await store.send(AddItem(text: "Salt")) {
      $0.items.append(TodoItem(id: 7, text: "Salt"))
      $0.nextID = 8
    }
    try await store.finish()
  }

  @Test func `items are ticked off and cleared; one that is gone is left alone`() async throws {
    let store = try store(items)
    try await store.send(ToggleItem(id: 3)) {
      $0.items[3]?.isDone = true
      $0.doneCount = 2
    }
    try await store.send(ToggleItem(id: 3)) {
      $0.items[3]?.isDone = false
      $0.doneCount = 1
    }
    try await store.send(ToggleItem(id: 99))
    try await store.send(RemoveDoneItems()) {
      $0.items.remove(5)
      $0.doneCount = 0
    }
    try await store.finish()
  }

  @Test func `an item that was typed is added before its screen goes`() async throws {
    let requests = NavigationRequests()
    let store = try store(items, requests: requests)
    let submit = store.send(SubmitItem(text: "Bread"))
    try await store.receive(AddItem(text: "Bread")) {
      $0.items.append(TodoItem(id: 6, text: "Bread"))
      $0.nextID = 7
    }
    try await submit.value
    #expect(requests == [.hide(Screen.add)])
    try await store.finish()
  }

  @Test func `an item is deleted once its screen is gone`() async throws {
    let requests = NavigationRequests()
    let store = try store(items, requests: requests)
    store.send(DeleteItem(id: 3))
    try await store.receive(RemoveItem(id: 3)) { $0.items.remove(3) }
    #expect(requests == [.hide(Screen.item(3))])
    try await store.finish()
  }

  @Test func `items are read from a file, and written to it whenever they change`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = TodoStore(try TodoState(items: items), storage: TodoFile(path: path))
    store.dispatch(ToggleItem(id: 3))
    try await store.dispatch(SaveItems()).value
    #expect(try await TodoFile(path: path).load() == store.state.items.map(\.value))

    let reader = try self.store(storage: TodoFile(path: path))
    reader.send(LoadItems())
    try await reader.receive(SetItems.self) {
      $0.items = Entities([
        TodoItem(id: 3, text: "Tea", isDone: true), TodoItem(id: 5, text: "Milk", isDone: true),
      ])
      ($0.doneCount, $0.nextID) = (2, 6)
    }
    try await reader.finish()
  }

  @Test func `a file of something else is a problem that is shown, and stays as it is`()
    async throws
  {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "precious".write(toFile: path, atomically: true, encoding: .utf8)
    let requests = NavigationRequests()
    let store = try store(storage: TodoFile(path: path), requests: requests)
    store.send(LoadItems())
    try await store.receive(TellProblem.self)
    let told = try await store.receive(SetProblem.self) {
      $0.problem = store.store.state.problem
    }
    #expect(told.problem?.hasPrefix("\(path): it can't be read; name another file") == true)
    #expect(requests == [.show(Screen.problem)])
    try await store.finish()
    await #expect(throws: TodoFileError.self) {
      try await store.store.dependencies.storage.save { [] }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
  }

  @Test func `a state comes back from its text, with its route`() throws {
    var settings = Settings()
    (settings.language, settings.isDark) = (.german, true)
    let state = try TodoState(items: items, settings: settings, route: ["list", "item-3", "add"])
    let data = try JSONEncoder().encode(state)
    #expect(try JSONDecoder().decode(TodoState.self, from: data) == state)
  }
}
