import Foundation
import KatanaUI
import NativeViews

/// A user of an application: looks for what is on screen, taps it, and lets time pass.
@MainActor
struct User<Application: ShownApplication> {
  let application: Application
  let tree: ViewTree
  let renderer: Renderer
  /// The clock of the frames; `nil` in a window, where time passes by itself.
  let clock: ManualFrameSource?

  /// Shows an application in a tree.
  init(_ application: Application, in tree: ViewTree, clock: ManualFrameSource?) {
    (self.application, self.tree, self.clock) = (application, tree, clock)
    renderer = application.render(in: tree.root)
    tree.flush()
  }

  /// Shows an application nowhere.
  init(_ application: Application, size: CGSize? = nil) {
    let clock = ManualFrameSource()
    let backend = HeadlessBackend(clock: clock)
    let tree = ViewTree(size: size ?? Application.size, backend: backend)
    self.init(application, in: tree, clock: clock)
  }

  /// Does a step of a script.
  func perform(_ step: ShowingOptions.Step) async throws {
    switch step {
    case .tap(let name): try await tap(name)
    case .wait(let milliseconds): try await wait(milliseconds)
    }
  }

  /// Taps a button by its name, or a view, or the button in it, by its key; what comes of it has begun when this returns.
  func tap(_ name: String) async throws {
    let queries = [tree.button(name), tree.view(name).button(), tree.view(name)]
    try (queries.first { $0.exists } ?? tree.button(name)).tap()
    try await settle()
  }

  /// Lets milliseconds pass.
  func wait(_ milliseconds: Int) async throws {
    if let clock {
      clock.advance(by: .milliseconds(milliseconds))
    } else {
      try await Task.sleep(for: .milliseconds(milliseconds))
    }
  }

  /// Waits until all that was dispatched is over and the views show it; the clock stands still.
  func settle() async throws {
    var patience = Patience()
    while !application.isIdle {
      try patience.lose(waitingFor: "what was dispatched to be over", on: tree)
      try await Task.sleep(for: .milliseconds(1))
    }
    tree.flush()
  }

  /// Waits until nothing moves any more.
  func rest() async throws {
    try await settle()
    var patience = Patience()
    while tree.isAnimating {
      try patience.lose(waitingFor: "the views to come to rest", on: tree)
      try await wait(50)
    }
  }
}

/// A minute, and some thousand attempts: on a machine that is busy with others a minute may be few of them.
@MainActor
private struct Patience {
  private let end = ContinuousClock.now + .seconds(60)
  private var attempts = 0

  mutating func lose(waitingFor what: String, on tree: ViewTree) throws(NothingHappened) {
    attempts += 1
    guard attempts < 5000 || ContinuousClock.now < end else {
      throw NothingHappened(what: what, tree: tree.root.renderedText())
    }
  }
}

/// Nothing that was waited for.
struct NothingHappened: Error, CustomStringConvertible {
  let what: String
  let tree: String

  var description: String { "waited a minute for \(what); see what is on screen:\n\(tree)" }
}
