import Katana
import Tempura

typealias TodoStore = Store<TodoState, TodoDependencies>

extension StoreInterceptor {
  /// Has the items saved whenever they have changed.
  static var savesItems: StoreInterceptor {
    ObserverInterceptor.observe([.onChange(of: \TodoState.items, [SaveItems.self])])
  }
}

extension Store where S == TodoState, D == TodoDependencies {
  /// Makes the store: what changes is saved, and everything is recorded if the program is asked to.
  convenience init(
    _ state: TodoState = TodoState(),
    storage: any TodoStorage = TodoMemory(),
    isRecorded: Bool = false
  ) {
    self.init(
      interceptors: [.savesItems],
      configuration: StoreConfiguration(recording: isRecorded ? RecordingOptions() : nil),
      dependencies: { dispatch, _ in
        TodoDependencies(storage: storage, navigation: .live(dispatch: dispatch))
      },
      initialState: state
    )
  }
}
