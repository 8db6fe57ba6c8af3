import BenchmarkHarness
import Foundation
import Katana
import NativeViews
import Tempura

/// The list of things to do, in its own containers.
@MainActor
final class ShownTodo {
  static let size = CGSize(width: 320, height: 480)

  let stage: ApplicationStage
  let application: TodoApplication

  var store: TodoStore { application.store }

  /// Shows a list; nothing of it is saved, which is a side effect on another thread that no frame waits for.
  init(_ items: [TodoItem]) throws {
    stage = ApplicationStage(size: Self.size)
    let store = TodoStore(
      interceptors: [],
      dependencies: { dispatch, _ in
        TodoDependencies(storage: TodoMemory(), navigation: .live(dispatch: dispatch))
      },
      initialState: try TodoState(items: items)
    )
    let application = TodoApplication(store: store, in: stage.tree)
    self.application = application
    try MainLoop.run { try await application.start().value }
    stage.tree.flush()
  }

  /// The screens, of which the list is the lowest.
  var stack: NavigationController {
    get throws {
      guard let stack = application.window.rootViewController as? NavigationController else {
        throw VerificationError("root", expected: "a stack", found: "none")
      }
      return stack
    }
  }

  /// Goes to a route, and makes the frame that shows it.
  func go(to route: Route) async throws {
    try await store.dispatch(Navigate(to: route)).value
    stage.tree.flush()
  }
}

extension TodoItem {
  /// A list of which the second item is done, so that there is always one.
  static func list(_ count: Int) -> [TodoItem] {
    (1...count).map { TodoItem(id: $0, text: "Item \($0)", isDone: $0 == 2) }
  }
}

/// The same rows and the same summary on an array, and nothing between them.
@MainActor
final class HandWrittenTodo {
  private(set) var items: [TodoItem]
  private var doneCount: Int
  private var rows: [ItemRow] = []
  private let summary = TitleLabel()

  init(_ items: [TodoItem], in tree: ViewTree) {
    self.items = items
    doneCount = items.count { $0.isDone }
    let list = ScrollView()
    list.frame = CGRect(x: 0, y: 0, width: 320, height: 348)
    list.contentSize = CGSize(width: 320, height: ItemRow.height * CGFloat(items.count))
    summary.frame = CGRect(x: 16, y: 392, width: 144, height: 40)
    for index in 0..<min(8, items.count) {
      let row = ItemRow()
      let top = ItemRow.height * CGFloat(index)
      row.frame = CGRect(x: 0, y: top, width: 320, height: ItemRow.height)
      row.box.onTap = { [unowned self] in toggle(index) }
      row.show(items[index], theme: .light)
      rows.append(row)
      list.contentView.append(row)
    }
    showSummary()
    for view in [list, summary] { tree.root.append(view) }
    tree.flush()
  }

  private func toggle(_ index: Int) {
    items[index].isDone.toggle()
    doneCount += items[index].isDone ? 1 : -1
    rows[index].show(items[index], theme: .light)
    showSummary()
  }

  private func showSummary() {
    summary.text = Texts(language: .english).summary(done: doneCount, of: items.count)
  }
}
