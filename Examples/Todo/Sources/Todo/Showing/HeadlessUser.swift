import Foundation
import Katana
import NativeViews
import Tempura

/// A user without a display: looks for what is on screen, taps and types.
///
/// What is dispatched by a tap has its effect later, so that each step waits for what it is about.
@MainActor
struct HeadlessUser {
  let application: TodoApplication
  let clock: ManualFrameSource

  private var tree: ViewTree { application.window.tree }

  /// Starts an application without a display.
  static func start(
    _ store: TodoStore,
    size: CGSize = CGSize(width: 320, height: 480)
  ) async throws -> HeadlessUser {
    let clock = ManualFrameSource()
    let tree = ViewTree(size: size, backend: HeadlessBackend(clock: clock))
    return try await start(TodoApplication(store: store, in: tree), clock)
  }

  /// Starts an application whose frames a clock makes.
  static func start(
    _ application: TodoApplication,
    _ clock: ManualFrameSource
  ) async throws -> HeadlessUser {
    let user = HeadlessUser(application: application, clock: clock)
    try await application.start().value
    try await user.rest()
    return user
  }

  /// Does a step of a script, such as `tap Add` or `type Tea`.
  func perform(_ step: Step) async throws {
    switch step {
    case .tap(let name): try await tap(name)
    case .show(let name): try await show(name)
    case .type(let text): try await type(text)
    case .back: try await back()
    }
    try await rest()
  }

  /// A step of a script.
  enum Step {
    case tap(String)
    case show(String)
    case type(String)
    case back
  }

  /// Taps a button, or the box of an item, by its name.
  func tap(_ name: String) async throws {
    func targets() -> [ViewQuery] { [tree.button(name), tree.checkbox(name)] }
    try await waitAtRest(for: { targets().contains { $0.exists } }, "\"\(name)\" to be on screen")
    try targets().first { $0.exists }?.tap()
  }

  /// Taps the row of an item, whose box has the same name.
  func show(_ name: String) async throws {
    let row = tree.query(role: .listItem, name: name)
    try await waitAtRest(for: { row.exists }, "a row \"\(name)\"")
    try row.tap()
  }

  /// Types into the field of the screen.
  func type(_ text: String) async throws {
    try await waitAtRest(for: { tree.textField().exists }, "a field to type into")
    try tree.textField().type(text)
  }

  /// Goes back by the bar.
  func back() async throws {
    try await waitAtRest(for: { tree.view("back").exists }, "a way back")
    try tree.view("back").tap()
  }

  /// Waits until a route is on screen.
  func waitForRoute(_ route: Route) async throws {
    try await wait(until: { application.navigator.route == route }, "the route \(route)")
    try await rest()
  }

  /// Waits until all that was dispatched is over, the screens show what the state says, and nothing moves.
  func rest() async throws {
    let (store, navigator) = (application.store, application.navigator)
    try await wait(
      until: {
        let isOver = store.isIdle && navigator.route == store.state.route
        // Shows what the state has become.
        tree.flush()
        return isOver && !clock.isFrameRequested
      },
      "the screens to come to rest"
    )
  }

  /// Waits for something to use, which doesn't move any more.
  private func waitAtRest(for condition: () -> Bool, _ what: @autoclosure () -> String) async throws
  {
    try await wait(until: { condition() && !clock.isFrameRequested }, what())
  }

  /// Lets time pass until something holds.
  func wait(until condition: () -> Bool, _ what: @autoclosure () -> String) async throws {
    let end = ContinuousClock.now + .seconds(60)
    // On a machine that is busy with others a round may take long, and a minute be few of them.
    var rounds = 0
    while true {
      rounds += 1
      clock.advance(by: .milliseconds(100))
      if condition() { return }
      guard rounds < 5000 || ContinuousClock.now < end else {
        throw NothingHappened(what: what(), tree: tree.root.renderedText())
      }
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}

/// Nothing that was waited for.
struct NothingHappened: Error, CustomStringConvertible {
  let what: String
  let tree: String

  var description: String { "waited a minute for \(what); see what is on screen:\n\(tree)" }
}
