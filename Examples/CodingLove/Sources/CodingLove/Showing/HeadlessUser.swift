import Foundation
import Katana
import KatanaElements
import NativeViews

/// A user who looks for what is on screen, taps and scrolls, with a display or without one.
@MainActor
struct HeadlessUser {
  let application: ReaderApplication
  /// Makes the frames; `nil` where a display does.
  let clock: ManualFrameSource?

  private var tree: ViewTree { application.tree }
  private var store: ReaderStore { application.store }

  /// Starts an application without a display.
  static func start(_ store: ReaderStore, size: CGSize = Look.size) async throws -> HeadlessUser {
    let clock = ManualFrameSource()
    let tree = ViewTree(size: size, backend: HeadlessBackend(clock: clock))
    let user = HeadlessUser(
      application: ReaderApplication(store: store, in: tree),
      clock: clock
    )
    try await user.rest()
    return user
  }

  /// A step of a script.
  enum Step: Equatable {
    case tap(String)
    case scroll(Int)
    case scrollToEnd
    case see(String)
    case wait
  }

  /// Does a step, and waits until what came of it is there, or the screen says that it takes long.
  func perform(_ step: Step) async throws {
    switch step {
    case .tap(let name): try await tap(name)
    case .scroll(let rows): try scroll(by: CGFloat(rows) * Look.rowHeight)
    case .scrollToEnd: try scroll(by: .greatestFiniteMagnitude)
    case .see(let text):
      let label = tree.query(role: .label, containing: text)
      try await wait(until: { label.exists }, "\"\(text)\" to be on screen")
      return
    case .wait: return try await wait(until: { store.isIdle && isShown }, "the last answer")
    }
    try await rest()
  }

  /// Taps a button, or the row in which a text is.
  func tap(_ name: String) async throws {
    func targets() -> [ViewQuery] { [tree.button(name), tree.label(name)] }
    try await wait(until: { targets().contains { $0.exists } }, "\"\(name)\" to be on screen")
    try targets().first { $0.exists }?.tap()
  }

  /// Turns the wheel over the table.
  func scroll(by distance: CGFloat) throws {
    let farthest = CGFloat(store.state.rows.count + 1) * Look.rowHeight
    let distance = CGSize(width: 0, height: min(distance, farthest))
    try tree.view("table").scroll(by: distance)
  }

  /// Waits until all that was asked for is there and on screen, or the screen says that it takes long.
  func rest() async throws {
    try await wait(
      until: { (store.isIdle || store.state.phase.isSlow) && isShown },
      "the screen to come to rest"
    )
  }

  /// Whether the screen shows the state, and nothing came of showing it.
  private var isShown: Bool {
    let version = store.stateVersion
    tree.flush()
    return version == store.stateVersion && clock?.isFrameRequested != true && !tree.isAnimating
      && (store.isIdle || store.state.phase.isSlow)
  }

  /// Lets time pass until something holds.
  func wait(until condition: () -> Bool, _ what: @autoclosure () -> String) async throws {
    let end = ContinuousClock.now + .seconds(60)
    // On a machine that is busy with others a round may take long, and a minute be few of them.
    var rounds = 0
    while true {
      rounds += 1
      clock?.advance(by: .milliseconds(100))
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
