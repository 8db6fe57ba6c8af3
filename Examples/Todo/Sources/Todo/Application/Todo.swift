import Foundation
import Katana
import NativeViews
import Tempura

/// The list, as it is shown.
struct Todo: ShownApplication {
  typealias Options = TodoOptions
  typealias OwnStep = TodoStep

  static let name = "Todo"
  static let size = CGSize(width: 360, height: 560)
  static let waitsForRest = true

  let store: TodoStore
  private let options: TodoOptions
  /// What is replayed is shown, and not saved.
  private let log: RecordedLog?

  /// Makes the application that was asked for.
  init(_ options: TodoOptions) throws {
    log = try options.replay.map { try RecordedLog(contentsOf: $0) }
    let file = log == nil ? options.file : nil
    let items = file == nil ? Self.examples(options.settings.language) : []
    store = TodoStore(
      try TodoState(items: items, settings: options.settings, route: options.route),
      storage: file.map { TodoFile(path: $0) } ?? TodoMemory(items),
      isRecorded: options.record != nil
    )
    self.options = options
  }

  /// Makes an application of a store.
  init(_ store: TodoStore) { (self.store, options, log) = (store, TodoOptions(), nil) }

  private static func examples(_ language: Language) -> [TodoItem] {
    let texts =
      language == .english
      ? ["Water the plants", "Buy milk", "Call Ada"]
      : ["Blumen gießen", "Milch kaufen", "Ada anrufen"]
    return texts.enumerated().map { TodoItem(id: $0 + 1, text: $1, isDone: $0 == 1) }
  }

  /// Adds an item, ticks it off and opens it; nothing where something else is to be seen.
  var ownSteps: [ScriptStep<TodoStep>] {
    guard log == nil, options.route.isEmpty else { return [] }
    let texts = options.settings.texts
    let tea = options.settings.language == .english ? "Make tea" : "Tee kochen"
    return [.tap(texts.add), .type(tea), .tap(texts.save), .tap(tea), .own(.show(tea))]
  }

  /// Whether all that was dispatched is over; each screen needs frames to come and go.
  var isIdle: Bool {
    store.isIdle && store.dependencies.navigator.route == store.state.route
  }

  func show(in tree: ViewTree) -> TodoApplication { TodoApplication(store: store, in: tree) }

  /// Shows the route, the items of a file, and what is replayed.
  func begin(by user: User<Todo>) async throws {
    // As the desktop is, until somebody taps the button.
    if log == nil, user.tree.environment.colorScheme == .dark {
      var settings = options.settings
      settings.isDark = true
      store.dispatch(SetSettings(settings: settings))
    }
    try await user.shown.start().value
    try await user.rest()
    // Once there are screens that can say that it can't be done.
    if options.file != nil, log == nil { store.dispatch(LoadItems()) }
    try await user.rest()
    try await log?.replay(into: store, version: options.version) {
      try await user.rest()
      // For somebody who watches.
      if user.clock == nil { try await user.wait(400) }
    }
    try await user.rest()
  }

  /// That the user has closed it is dispatched, as going back is.
  func windowDidClose(_ shown: TodoApplication) { shown.windowDidClose() }

  /// What is still to be saved is saved.
  func end() async throws {
    try await store.dependencies.storage.save { [store] in store.state.items.map(\.value) }
    if let path = options.record { try RecordedLog(of: store).write(to: path) }
  }
}
