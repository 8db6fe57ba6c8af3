import Katana
import Tempura

/// What side effects work with.
final class TodoDependencies: NavigationProvider {
  /// Patient, because animated steps take as long as their frames: without a display a script makes those, and
  /// on a busy machine it isn't let run for seconds.
  let navigator = Navigator(configuration: NavigatorConfiguration(stepTimeout: .seconds(600)))
  /// What side effects navigate by; in tests one that only takes notes.
  let navigation: NavigationWitness
  let storage: any TodoStorage

  init(storage: any TodoStorage, navigation: NavigationWitness) {
    (self.storage, self.navigation) = (storage, navigation)
  }

  convenience init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    self.init(storage: TodoMemory(), navigation: .live(dispatch: dispatch))
  }
}

/// A side effect of this application.
protocol AppSideEffect: SideEffect
where StateType == TodoState, Dependencies == TodoDependencies {
  typealias Context = SideEffectContext<TodoState, TodoDependencies>
}

/// Adds what the user has typed, and closes the screen that asks for it.
struct SubmitItem: AppSideEffect {
  let text: String

  func sideEffect(_ context: Context) async throws {
    try await context.dispatch(AddItem(text: text)).value
    try await context.dependencies.navigation.hide(Screen.add, animated: true)
  }
}

/// Leaves the screen of an item, and then removes the item.
struct DeleteItem: AppSideEffect {
  let id: TodoItem.ID

  func sideEffect(_ context: Context) async throws {
    try await context.dependencies.navigation.hide(Screen.item(id), animated: true)
    try await context.dispatch(RemoveItem(id: id)).value
  }
}

/// Reads the items from where they are kept.
struct LoadItems: AppSideEffect {
  func sideEffect(_ context: Context) async throws {
    do {
      let items = try await context.dependencies.storage.load()
      try await context.dispatch(SetItems(items: items)).value
    } catch {
      try await context.dispatch(TellProblem(problem: "\(error)")).value
    }
  }
}

/// Writes the items to where they are kept; dispatched whenever they have changed.
struct SaveItems: AppSideEffect, ChangeObserverDispatchable {
  init() {}
  init?(
    oldValue: Entities<TodoItem.ID, TodoItem>,
    newValue: Entities<TodoItem.ID, TodoItem>
  ) {}

  func sideEffect(_ context: Context) async throws {
    do {
      // Read when it is this one's turn to write: of several, whichever is last writes the newest.
      try await context.dependencies.storage.save { context.getState().items.map(\.value) }
    } catch {
      try await context.dispatch(TellProblem(problem: "\(error)")).value
    }
  }
}

/// Shows what has gone wrong, above whatever is on screen.
struct TellProblem: AppSideEffect {
  let problem: String

  func sideEffect(_ context: Context) async throws {
    let isShown = context.getState().route.contains(Screen.problem)
    try await context.dispatch(SetProblem(problem: problem)).value
    if !isShown {
      try await context.dependencies.navigation.show(Screen.problem, animated: true)
    }
  }
}
