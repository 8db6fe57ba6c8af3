import BenchmarkHarness
import Foundation
import Katana
import NativeViews
import Tempura

extension BenchmarkSuite {
  /// A click on the box of an item in a list of so many, and all until the commit: the box, the text and the summary.
  mutating func addTodoToggle(_ count: Int, bars: [Bar]) {
    add(
      Benchmark(
        "todo-toggle",
        parameters: ["items": count],
        floors: ["todo-toggle-by-hand"],
        bars: bars
      ) {
        let todo = try ShownTodo(TodoItem.list(count))
        return try togglingBody(todo.stage, count) { todo.store.state.items[1]?.isDone }
      }
    )
    add(
      Benchmark("todo-toggle-by-hand", parameters: ["items": count], kind: .peer) {
        let stage = ApplicationStage(size: ShownTodo.size)
        let todo = HandWrittenTodo(TodoItem.list(count), in: stage.tree)
        return try togglingBody(stage, count) { todo.items[0].isDone }
      }
    )
  }

  /// Shows the screen of an item and goes back to the list: by the route in the state, beside a push and a pop.
  mutating func addTodoRoute(bars: [Bar]) {
    add(
      Benchmark("todo-route", floors: ["todo-route-by-hand"], bars: bars) {
        let todo = try ShownTodo(TodoItem.list(1_000))
        let stack = try todo.stack
        let (below, above) = ([Screen.list], [Screen.list, Screen.item(1)])
        var heights = 0
        return BenchmarkBody(
          run: { iterations in
            heights += try MainLoop.run {
              var heights = 0
              for _ in 0..<iterations {
                try await todo.go(to: above)
                heights += stack.viewControllers.count
                try await todo.go(to: below)
                heights += stack.viewControllers.count
              }
              return heights
            }
          },
          verify: { iterations in
            try VerificationError.check("heights", found: heights, expected: 3 * iterations)
            for route in [above, below] {
              try MainLoop.run { try await todo.go(to: route) }
              let found = todo.store.state.route
              try VerificationError.check("route in the state", found: found, expected: route)
              let shown = todo.application.navigator.route
              try VerificationError.check("route on screen", found: shown, expected: route)
              let text = todo.stage.tree.view("text").first?.accessibleName
              let expected = route == above ? "Item 1" : nil
              try VerificationError.check("text of the item", found: text, expected: expected)
            }
          }
        )
      }
    )
    add(
      Benchmark("todo-route-by-hand", kind: .floor) {
        let todo = try ShownTodo(TodoItem.list(1_000))
        let stack = try todo.stack
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations { todo.pushAndPop(in: stack) }
          },
          verify: { _ in
            try VerificationError.check(
              "height",
              found: stack.viewControllers.count,
              expected: 1
            )
            stack.pushViewController(
              ItemViewController(store: todo.store, id: 1),
              animated: false
            )
            let text = todo.stage.tree.view("text").first?.accessibleName
            stack.popViewController(animated: false)
            todo.stage.tree.flush()
            try VerificationError.check("text of the item", found: text, expected: "Item 1")
          }
        )
      }
    )
  }

  /// A log of so many updates, gone through from its beginning, beside a loop over the same actions.
  mutating func addTodoReplay(_ count: Int, bars: [Bar]) {
    add(
      Benchmark(
        "todo-replay",
        parameters: ["items": count],
        floors: ["todo-replay-by-hand"],
        bars: bars
      ) {
        let recorded = try RecordedTodo(count)
        return BenchmarkBody(
          state: TodoState(),
          run: { state, iterations in
            for _ in 0..<iterations {
              state = try recorded.log.state(at: recorded.log.lastVersion)
            }
          },
          verify: { state, _ in try recorded.check(state) }
        )
      }
    )
    add(
      Benchmark("todo-replay-by-hand", parameters: ["items": count], kind: .peer) {
        let recorded = try RecordedTodo(count)
        return BenchmarkBody(
          state: TodoState(),
          run: { state, iterations in
            for _ in 0..<iterations { state = recorded.stateByHand }
          },
          verify: { state, _ in try recorded.check(state) }
        )
      }
    )
  }
}

extension ShownTodo {
  /// Shows the screen of an item and takes it away, each with its frame, by the calls that the application's own lead to.
  func pushAndPop(in stack: NavigationController) {
    stack.pushViewController(ItemViewController(store: store, id: 1), animated: false)
    stage.tree.flush()
    stack.popViewController(animated: false)
    stage.tree.flush()
  }
}

/// Clicks on the first box; the box, the text of its row and the summary reach the backend each time, and nothing else.
@MainActor
private func togglingBody(
  _ stage: ApplicationStage,
  _ count: Int,
  _ isDone: @escaping () -> Bool?
) throws -> BenchmarkBody {
  let place = try stage.centre(of: stage.tree.checkbox("Item 1"))
  let before = stage.patched
  return BenchmarkBody(
    run: { iterations in for _ in 0..<iterations { stage.click(at: place) } },
    verify: { iterations in
      let patches = stage.patched - before
      try VerificationError.check("patches", found: patches, expected: 3 * iterations)
      let done = iterations % 2
      try VerificationError.check("the item is done", found: isDone(), expected: done == 1)
      let summary = stage.tree.label("\(done + 1) of \(count) done")
      try VerificationError.check("the summary is seen", found: summary.exists, expected: true)
    }
  )
}

/// What a store has recorded: items that are added, ticked off and removed, as a user might over the years.
struct RecordedTodo {
  let log: StoreLog<TodoState>
  private let actions: [any AppAction]
  private let state: TodoState

  /// Records so many updates, with no state kept but the first: so all of them are to be gone through.
  init(_ count: Int) throws {
    actions = Self.actions(count)
    let recording = RecordingOptions(checkpointInterval: count + 1)
    let store = TodoStore(
      interceptors: [],
      configuration: StoreConfiguration(recording: recording)
    )
    for action in actions { store.anyDispatch(action) }
    guard let recorder = store.recorder else { throw StoreLogError.notBegun }
    (log, state) = (try recorder.log, store.state)
    let updates = Int(log.lastVersion - log.firstVersion)
    try VerificationError.check("updates in the log", found: updates, expected: count)
  }

  static func actions(_ count: Int) -> [any AppAction] {
    (0..<count).map { (index: Int) -> any AppAction in
      let step = index / 5
      return switch index % 5 {
      case 0, 1: AddItem(text: "Item \(index)")
      case 2: ToggleItem(id: 2 * step + 1)
      case 3: ToggleItem(id: 3 * step / 2 + 1)
      default: RemoveItem(id: step + 1)
      }
    }
  }

  /// The state after all of them.
  var stateByHand: TodoState {
    var state = TodoState()
    for action in actions { action.updatedState(state: &state) }
    return state
  }

  /// Looks whether a state is the recorded store's.
  func check(_ state: TodoState) throws {
    try VerificationError.check("items", found: state.items.count, expected: self.state.items.count)
    try VerificationError.check("equal states", found: state == self.state, expected: true)
  }
}
