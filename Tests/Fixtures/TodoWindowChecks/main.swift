import CGTKViewChecks
import Foundation
import Katana
import NativeViews
import NativeViewsCairo
import NativeViewsGTK
import Tempura

// The application of Examples/Todo in a window of GTK, used by mouse and keyboard; or the containers of Tempura.
// usage: TodoWindowChecks [FOLDER]      writes pictures of what was seen into the folder; exits with 1 if a check fails
//        TodoWindowChecks --containers

do {
  let argument = CommandLine.arguments.dropFirst().first
  if argument == "--containers" {
    try checkContainers()
  } else {
    try checkTodo(picturesIn: argument)
  }
} catch {
  print("FAILED: \(error)")
  exit(1)
}

/// Adds an item, opens it, goes back and closes the window; each step is in the state.
@MainActor
func checkTodo(picturesIn folder: String?) throws {
  let state = try TodoState(items: [TodoItem(id: 1, text: "Milk")])
  let store = TodoStore(state, isRecorded: true)
  var user: WindowUser?
  var failure: (any Error)?
  try GTKApplication.run {
    let todo = try ShownWindow(Todo(store))
    let opened = WindowUser(todo: todo, folder: folder)
    user = opened
    Task {
      do { try await opened.useAll() } catch {
        failure = error
        GTKApplication.quit()
      }
    }
  }
  if let failure { throw failure }
  // The user has closed the window: that came back as a dispatch, and nothing is seen any more.
  try check(store.state.route.isEmpty, "the route of the closed window is \(store.state.route)")
  let updates = try RecordedLog(of: store).log.entries.filter { $0.kind == .updater }
  let closing = RouteChanged(from: ["list"], to: [], cause: .user)
  try check(updates.last?.item as? RouteChanged == closing, "\(updates.map(\.item))")
  let list = user?.todo.user.shown.window.rootViewController?.children.first
  try check((list as? ListViewController)?.connected == false, "the list is still connected")
  print(updates.map { "\($0.version) \($0.item.debugDescription)" }.joined(separator: "\n"))
}

/// A user with a mouse and a keyboard.
@MainActor
struct WindowUser {
  let todo: ShownWindow<Todo>
  let folder: String?

  private var tree: ViewTree { todo.window.tree }
  private var state: TodoState { todo.user.application.store.state }

  func useAll() async throws {
    if let missing = unsafe xtest_open() {
      print("SKIPPED: \(unsafe String(cString: missing))")
      exit(0)
    }
    try await todo.user.begin()
    try await waitForRoute(["list"])
    await todo.window.drawn()
    unsafe xtest_focus(todo.window.backend.gtkWindow)
    try shoot("list")

    try await click("add")
    try await waitForRoute(["list", "add"])
    try await wait(for: { tree.textField().first?.isFocused == true }, "the field's focus")
    for key in "tea" { press(UInt(key.asciiValue ?? 0)) }
    try await wait(for: { tree.textField().first?.accessibility.value == "tea" }, "three letters")
    await todo.window.drawn()
    try shoot("add")
    press(0xff0d)
    try await waitForRoute(["list"])
    try await wait(for: { tree.checkbox("tea").exists }, "the row of the new item")

    try await click("item-2")
    try await waitForRoute(["list", "item-2"])
    try shoot("item")
    try await click("back")
    try await waitForRoute(["list"])
    let back = RouteChanged(from: ["list", "item-2"], to: ["list"], cause: .user)
    let log = try RecordedLog(of: todo.user.application.store).log
    try check(log.entries.contains { $0.item as? RouteChanged == back }, "\(log.entries)")

    try await click("appearance")
    try await wait(for: { state.settings.isDark }, "the dark")
    await todo.window.drawn()
    try shoot("dark")
    unsafe xtest_close(todo.window.backend.gtkWindow)
    try await wait(for: { !todo.window.isOpen }, "the window to close")
  }

  private func shoot(_ name: String) throws {
    guard let folder else { return }
    try todo.window.screenshot().writePNG(to: "\(folder)/\(name).png")
  }

  /// Clicks where a view is; once it doesn't move any more.
  private func click(_ key: String) async throws {
    try await wait(for: { tree.view(key).exists }, "a view \(key)")
    await todo.window.drawn()
    let frame = try tree.view(key).one().absoluteFrame
    var (x, y) = (Int32(0), Int32(0))
    try check(
      unsafe xtest_origin(todo.window.backend.gtkWindow, &x, &y),
      "the window has no place"
    )
    xtest_move(x + Int32(frame.midX), y + Int32(frame.midY))
    xtest_button(1, true)
    xtest_button(1, false)
  }

  private func press(_ symbol: UInt) {
    xtest_key(symbol, true)
    xtest_key(symbol, false)
  }

  /// Waits until a route is on screen and in the state, and was drawn.
  private func waitForRoute(_ route: Route) async throws {
    try await wait(
      for: {
        todo.user.shown.navigator.route == route && state.route == route && !tree.isAnimating
      },
      "the route \(route); on screen is \(todo.user.shown.navigator.route)"
    )
    await todo.window.drawn()
  }
}
