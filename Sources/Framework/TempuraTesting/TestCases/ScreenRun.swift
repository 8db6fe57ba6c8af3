import Foundation
import NativeViews
import Tempura

/// A test case on one screen, as steps; the tree comes to rest after each.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/tempura.md, S8.
@MainActor
final class ScreenRun {
  private let snapshots: Snapshots
  private let identifier: String
  private let environment: SnapshotEnvironment
  private let surroundings: UITests.Surroundings
  private let location: SnapshotLocation
  private let recording: SnapshotRecording?

  private let tree: ViewTree
  private let window: Window
  private var overlays: [NativeView] = []
  private var steps: [() throws -> Void] = []
  private(set) var results: [SnapshotResult] = []

  var store: (any SettlingStore)?
  /// Returns whether the screen can be compared.
  var isReady: () -> Bool = { true }
  /// Called after the views have been placed.
  var didLayOut: () throws -> Void = {}
  /// Finds views whose whole content is also compared.
  var scrollViews: () -> [String: ScrollView] = { [:] }

  init(
    _ identifier: String,
    on environment: SnapshotEnvironment,
    _ surroundings: UITests.Surroundings,
    _ snapshots: Snapshots,
    recording: SnapshotRecording?,
    at location: SnapshotLocation
  ) throws {
    (self.identifier, self.environment, self.surroundings) = (identifier, environment, surroundings)
    (self.snapshots, self.recording, self.location) = (snapshots, recording, location)
    let name = "\(identifier).\(environment)"
    try snapshots.claim(name, at: location)
    try environment.check()
    let backend = try snapshots.makeBackend(name, environment)
    tree = ViewTree(size: environment.size, backend: backend)
    tree.environment = environment.ofViews
    window = Window(tree: tree, safeAreaInsets: surroundings.safeAreaInsets)
  }

  private func name(_ suffix: String = "") -> String { "\(identifier)\(suffix).\(environment)" }

  /// Shows a controller in its container; calls the closure if that is a navigation controller.
  func show(_ contained: AnyViewController, navigationControllerWasMade: () -> Void = {}) throws {
    let root: AnyViewController
    switch surroundings.container {
    case .none: root = contained
    case .navigationController:
      root = NavigationController(rootViewController: contained)
      navigationControllerWasMade()
    case .tabBarController: root = TabBarController(viewControllers: [contained])
    case .custom(let makeContainer):
      root = makeContainer(contained)
      guard contained.isDescendant(of: root) else {
        throw SnapshotError.unusableView(
          name: name(),
          problem: """
            its container, \(type(of: root)), doesn't contain \(type(of: contained)); add it there \
            as a child
            """
        )
      }
    }
    window.rootViewController = root
    steps = [
      { [self] in try didLayOut() },
      { [self] in try compareScreen() },
    ]
  }

  private func compareScreen() throws {
    showOverlays()
    tree.flush()
    results.append(try snapshots.compare(tree.root, named: name(), recording))
    for overlay in overlays { overlay.removeFromParent() }
    for (suffix, scrollView) in scrollViews().sorted(by: { $0.key < $1.key }) {
      addSteps(for: scrollView, named: name("_\(suffix)_scrollable_content"))
    }
  }

  /// Sizes a view to its content, so that lists show all of their rows, and compares it.
  private func addSteps(for scrollView: ScrollView, named name: String) {
    var before: (frame: CGRect, offset: CGPoint)?
    steps.append { [self] in
      try snapshots.claim(name, at: location)
      before = (scrollView.frame, scrollView.contentOffset)
      scrollView.contentOffset = .zero
      scrollView.frame.size = scrollView.contentSize
    }
    steps.append { [self] in
      results.append(try snapshots.compare(scrollView, named: name, recording))
      if let before {
        scrollView.frame = before.frame
        scrollView.contentOffset = before.offset
      }
    }
  }

  // MARK: Overlays

  private func showOverlays() {
    let bounds = tree.root.bounds
    let insets = surroundings.safeAreaInsets
    if surroundings.renderSafeArea {
      let height = max(bounds.height - insets.top - insets.bottom, 0)
      let (left, right) = (insets.left, insets.right)
      cover("top", CGRect(x: 0, y: 0, width: bounds.width, height: insets.top))
      cover("left", CGRect(x: 0, y: insets.top, width: left, height: height))
      cover("right", CGRect(x: bounds.width - right, y: insets.top, width: right, height: height))
      let bottom = CGRect(
        x: 0,
        y: bounds.height - insets.bottom,
        width: bounds.width,
        height: insets.bottom
      )
      cover("bottom", bottom)
    }
    let height = surroundings.keyboardVisibility(identifier).height(on: bounds.size)
    let keyboard = CGRect(
      x: 0,
      y: bounds.height - height,
      width: bounds.width,
      height: height
    )
    show("keyboard", keyboard, Color(white: 0.8))
  }

  private func cover(_ edge: String, _ frame: CGRect) {
    show("safe-area-\(edge)", frame, Color(white: 0, alpha: 0.3))
  }

  private func show(_ key: String, _ frame: CGRect, _ color: Color) {
    guard frame.width > 0, frame.height > 0 else { return }
    let overlay = NativeView()
    (overlay.key, overlay.frame, overlay.backgroundColor) = (key, frame, color)
    tree.root.append(overlay)
    overlays.append(overlay)
  }

  // MARK: Running

  private func settling() throws(SnapshotError) -> TreeSettling {
    var settling = try snapshots.settle(tree, named: name())
    (settling.store, settling.isReady) = (store, isReady)
    return settling
  }

  /// Runs all steps; waits for a store on this thread.
  func run() throws {
    defer { window.rootViewController = nil }
    repeat {
      try settling().settleBlocking(snapshots.readiness, storeLimit: snapshots.storeLimit)
    } while try runStep()
  }

  /// Runs all steps; leaves the main actor to other code while waiting for a store.
  func runAsync() async throws {
    defer { window.rootViewController = nil }
    repeat {
      try await settling().settle(snapshots.readiness, storeLimit: snapshots.storeLimit)
    } while try runStep()
  }

  /// Runs a step; returns whether there was one.
  private func runStep() throws -> Bool {
    guard !steps.isEmpty else { return false }
    try steps.removeFirst()()
    return true
  }
}
