import Katana
import Tempura

// "The Katana `state` can only be modified through `Actions`". What the readme calls an `AppAction` is an updater; those that
// a log is made of are `Codable`.

protocol AppAction: StateUpdater, Codable, Equatable where StateType == TodoState {
  func updatedState(state: inout TodoState)
}

extension AppAction {
  func updateState(_ state: inout TodoState) { updatedState(state: &state) }
}

struct AddItem: AppAction {
  let text: String

  func updatedState(state: inout TodoState) {
    state.items.append(TodoItem(id: state.nextID, text: text))
    state.nextID += 1
  }
}

struct ToggleItem: AppAction {
  let id: TodoItem.ID

  func updatedState(state: inout TodoState) {
    guard let item = state.items[id] else { return }
    state.items[id]?.isDone = !item.isDone
    state.doneCount += item.isDone ? -1 : 1
  }
}

struct RemoveItem: AppAction {
  let id: TodoItem.ID

  func updatedState(state: inout TodoState) {
    if state.items.remove(id)?.isDone == true { state.doneCount -= 1 }
  }
}

struct RemoveDoneItems: AppAction {
  func updatedState(state: inout TodoState) {
    for (id, item) in state.items where item.isDone { state.items.remove(id) }
    state.doneCount = 0
  }
}

/// What was read from a file takes the place of all items.
struct SetItems: AppAction {
  let items: [TodoItem]

  func updatedState(state: inout TodoState) { state.setItems(items) }
}

struct SetSettings: AppAction {
  let settings: Settings

  func updatedState(state: inout TodoState) { state.settings = settings }
}

struct SetProblem: AppAction {
  let problem: String?

  func updatedState(state: inout TodoState) { state.problem = problem }
}

extension DispatchableRegistry {
  /// The items of a recorded log: the actions, and what a navigator dispatches.
  static var todo: DispatchableRegistry {
    var registry = DispatchableRegistry()
    registry.register(AddItem.self, as: "AddItem")
    registry.register(ToggleItem.self, as: "ToggleItem")
    registry.register(RemoveItem.self, as: "RemoveItem")
    registry.register(RemoveDoneItems.self, as: "RemoveDoneItems")
    registry.register(SetItems.self, as: "SetItems")
    registry.register(SetSettings.self, as: "SetSettings")
    registry.register(SetProblem.self, as: "SetProblem")
    registry.register(RouteChanged.self, as: "RouteChanged")
    return registry
  }
}
