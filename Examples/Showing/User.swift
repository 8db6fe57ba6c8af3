import Foundation
import NativeViews
import Signposts

/// A user of an application: looks for what is on screen, taps it, and lets time pass.
@MainActor
struct User<Application: ShownApplication> {
  let application: Application
  let tree: ViewTree
  let shown: Application.Shown
  /// The clock of the frames; `nil` in a window, where time passes by itself.
  let clock: ManualFrameSource?

  /// Shows an application in a tree.
  init(_ application: Application, in tree: ViewTree, clock: ManualFrameSource?) {
    (self.application, self.tree, self.clock) = (application, tree, clock)
    shown = application.show(in: tree)
    tree.flush()
  }

  /// Shows an application nowhere.
  init(_ application: Application, size: CGSize? = nil) {
    let clock = ManualFrameSource()
    let backend = HeadlessBackend(clock: clock)
    let tree = ViewTree(size: size ?? Application.size, backend: backend)
    self.init(application, in: tree, clock: clock)
  }

  /// Lets the application begin.
  func begin() async throws { try await application.begin(by: self) }

  /// Shows an application without a window, by the headless backend unless told otherwise, and lets it begin.
  static func begin(
    _ application: Application,
    size: CGSize? = nil,
    shownBy makeBackend: @MainActor (ManualFrameSource) throws -> any ViewBackend = {
      HeadlessBackend(clock: $0)
    }
  ) async throws -> User {
    let clock = ManualFrameSource()
    let tree = ViewTree(size: size ?? Application.size, backend: try makeBackend(clock))
    let user = User(application, in: tree, clock: clock)
    try await user.begin()
    return user
  }

  /// Does the steps of a script.
  func perform(_ steps: [ScriptStep<Application.OwnStep>]) async throws {
    for step in steps { try await perform(step) }
  }

  /// Does a step of a script, and waits for what comes of it; in a trace it is an interval, from the user to the screen.
  func perform(_ step: ScriptStep<Application.OwnStep>) async throws {
    // To look for it is the script's time, and not the application's.
    var target: ViewQuery?
    if case .tap(let name) = step { target = try await find(name) }
    try await signposter.withIntervalSignpost(named: "\(step)") {
      try await carryOut(step, on: target)
    }
  }

  private func carryOut(
    _ step: ScriptStep<Application.OwnStep>,
    on target: ViewQuery?
  ) async throws {
    switch step {
    case .tap:
      application.userTaps()
      try target?.tap()
    case .type(let text): try await type(text)
    case .wait(let milliseconds): return try await wait(milliseconds)
    case .own(let step): try await application.perform(step, by: self)
    }
    if Application.waitsForRest { try await rest() } else { try await settle() }
  }

  /// Taps what has a name on screen, or a view, or the button in it, by its key; what comes of it has begun when this returns.
  func tap(_ name: String) async throws {
    let target = try await find(name)
    application.userTaps()
    try target.tap()
  }

  /// Types into the field of the screen.
  func type(_ text: String) async throws {
    try await waitForUse(of: "a field to type into") { tree.textField().exists }
    try tree.textField().type(text)
  }

  private func find(_ name: String) async throws -> ViewQuery {
    func target() -> ViewQuery? {
      [
        tree.button(name), tree.checkbox(name), tree.view(name).button(), tree.view(name),
        tree.label(name),
      ].first { $0.exists }
    }
    try await waitForUse(of: "\"\(name)\"") { target() != nil }
    return target() ?? tree.button(name)
  }

  /// Waits until something is there to be used, and stands still, where the application's users do that.
  func waitForUse(of what: String, _ exists: () -> Bool) async throws {
    guard Application.waitsForRest else { return }
    try await wait(until: { exists() && !isMoving }, "\(what) to be on screen")
  }

  /// Lets milliseconds pass.
  func wait(_ milliseconds: Int) async throws {
    if let clock {
      clock.advance(by: .milliseconds(milliseconds))
    } else {
      try await Task.sleep(for: .milliseconds(milliseconds))
    }
  }

  /// Lets time pass until something holds.
  func wait(until condition: () -> Bool, _ what: @autoclosure () -> String) async throws {
    var limit = WaitLimit()
    while true {
      clock?.advance(by: .milliseconds(100))
      if condition() { return }
      try limit.count(waitingFor: what(), on: tree)
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Waits until all that was dispatched is over and the views show it; the clock stands still.
  func settle() async throws {
    var limit = WaitLimit()
    while !application.isIdle {
      try limit.count(waitingFor: "what was dispatched to be over", on: tree)
      try await Task.sleep(for: .milliseconds(1))
    }
    tree.flush()
  }

  /// Lets time pass until all that was dispatched is over, the views show it, and nothing moves any more.
  func rest() async throws {
    // Twice, for what was shown last may have led to more.
    for _ in 0..<2 { try await wait(until: { isAtRest }, "the views to come to rest") }
  }

  private var isAtRest: Bool {
    let isIdle = application.isIdle
    tree.flush()
    return isIdle && application.isIdle && !isMoving
  }

  private var isMoving: Bool { tree.isAnimating || clock?.isFrameRequested == true }
}

private let signposter = Signposter(subsystem: "example", category: "user")

/// A minute, and some thousand attempts: on a machine that is busy with others a minute may be few of them.
@MainActor
private struct WaitLimit {
  private let end = ContinuousClock.now + .seconds(60)
  private var attempts = 0

  mutating func count(
    waitingFor what: @autoclosure () -> String,
    on tree: ViewTree
  ) throws(NothingHappened) {
    attempts += 1
    guard attempts < 5000 || ContinuousClock.now < end else {
      throw NothingHappened(what: what(), tree: tree.root.renderedText())
    }
  }
}

/// Nothing that was waited for.
struct NothingHappened: Error, CustomStringConvertible {
  let what: String
  let tree: String

  var description: String { "waited a minute for \(what); see what is on screen:\n\(tree)" }
}
