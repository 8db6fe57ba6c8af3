import Foundation
import Katana
import NativeViews
import NativeViewsCairo
import NativeViewsGTK
import Tempura

/// The application, run as the options say.
@MainActor
struct TodoProgram {
  let options: Options
  let store: TodoStore
  private let log: RecordedLog?

  init(_ options: Options) throws {
    self.options = options
    log = try options.replay.map { try RecordedLog(contentsOf: $0) }
    // What is replayed is shown, and not saved.
    let file = log == nil ? options.file : nil
    let items = file == nil ? Self.examples(options.settings.language) : []
    store = TodoStore(
      try TodoState(items: items, settings: options.settings, route: options.route),
      storage: file.map { TodoFile(path: $0) } ?? TodoMemory(items),
      isRecorded: options.record != nil
    )
  }

  private static func examples(_ language: Language) -> [TodoItem] {
    let texts =
      language == .english
      ? ["Water the plants", "Buy milk", "Call Ada"]
      : ["Blumen gießen", "Milch kaufen", "Ada anrufen"]
    return texts.enumerated().map { TodoItem(id: $0 + 1, text: $1, isDone: $0 == 1) }
  }

  /// Opens the window, and returns when it is closed.
  func runWindow() throws {
    try GTKApplication.run {
      _ = try TodoWindow(store: store, size: options.size)
      loadItems()
      guard log != nil else { return }
      Task {
        do { try await replay { try await Task.sleep(for: .milliseconds(400)) } } catch {
          fail(error)
        }
      }
    }
  }

  /// Does all but the window.
  func run() async throws {
    switch options.mode {
    case .window: break
    case .headless: try await runHeadless()
    case .png(let path): try await writePicture(to: path)
    }
    // What is still to be saved is saved.
    try await store.dependencies.storage.save { [store] in store.state.items.map(\.value) }
    if let path = options.record { try RecordedLog(of: store).write(to: path) }
  }

  /// Reads the items, once there are screens that can say that it can't be done.
  private func loadItems() {
    if options.file != nil, log == nil { store.dispatch(LoadItems()) }
  }

  private func replay(_ pause: @MainActor () async throws -> Void) async throws {
    try await log?.replay(into: store, version: options.version, pause: pause)
  }

  /// Steps of a user who knows nothing better to do.
  private var ownSteps: [HeadlessUser.Step] {
    let texts = options.settings.texts
    let tea = options.settings.language == .english ? "Make tea" : "Tee kochen"
    return [.tap(texts.add), .type(tea), .tap(texts.save), .tap(tea), .show(tea)]
  }

  private func runHeadless() async throws {
    let user = try await HeadlessUser.start(store, size: options.size)
    loadItems()
    try await user.rest()
    let tree = user.application.window.tree
    let steps =
      options.steps.isEmpty && log == nil && options.route.isEmpty ? ownSteps : options.steps
    func show(_ title: String) {
      print("-- \(title): \(user.application.navigator.route.joined(separator: "/"))")
      print(tree.root.renderedText(), terminator: "")
    }
    if log != nil {
      try await replay { try await user.rest() }
      try await user.rest()
      show("replayed")
    } else {
      show("start")
    }
    for step in steps {
      try await user.perform(step)
      show("\(step)")
    }
  }

  private func writePicture(to path: String) async throws {
    let clock = ManualFrameSource()
    let tree = ViewTree(size: options.size, backend: try CairoBackend(clock: clock))
    let user = try await HeadlessUser.start(TodoApplication(store: store, in: tree), clock)
    loadItems()
    try await user.rest()
    try await replay { try await user.rest() }
    for step in options.steps { try await user.perform(step) }
    try await user.rest()
    try CairoRenderer().png(of: tree.root).write(to: URL(filePath: path))
  }
}

/// Ends the program with an error.
func fail(_ error: any Error) -> Never {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
