import CGTKViewChecks
import Foundation
import NativeViews
import NativeViewsGTK
import Tempura

/// A controller of one colour, with its name on it.
@MainActor
final class Page: AnyViewController {
  private let color: UInt32

  /// The colour is one of 24 bits.
  init(_ title: String, _ color: UInt32) {
    self.color = color
    super.init()
    self.title = title
  }

  override func loadView() -> NativeView {
    let view = NativeView()
    view.backgroundColor = Color(hex: color)
    return view
  }
}

/// Chooses a tab by the mouse, presents within a safe area, and drags a page back by a finger; what the window shows is looked at.
@MainActor
func checkContainers() throws {
  let (red, green, blue): (UInt32, UInt32, UInt32) = (0xff0000, 0x00ff00, 0x0000ff)
  try runInWindow(size: CGSize(width: 400, height: 500)) { gtkWindow in
    if let missing = unsafe xtest_open() {
      print("SKIPPED: \(unsafe String(cString: missing))")
      exit(0)
    }
    let tree = gtkWindow.tree
    let window = Window(tree: tree)
    let stack = NavigationController(rootViewController: Page("red", red))
    stack.title = "stack"
    let tabs = TabBarController(viewControllers: [stack, Page("green", green)])
    window.rootViewController = tabs
    await gtkWindow.drawn()
    unsafe xtest_focus(gtkWindow.backend.gtkWindow)
    @MainActor func expect(_ color: UInt32, at x: Int, _ y: Int, _ what: String) async throws {
      await gtkWindow.drawn()
      let found = try gtkWindow.screenshot()[x, y]
      try check(found == 0xff00_0000 | color, "\(what): \(String(found, radix: 16)) at \(x) \(y)")
    }
    try await expect(red, at: 200, 250, "the first tab")

    // By the mouse.
    let frame = try tree.query(role: .tab, name: "green").one().absoluteFrame
    var (x, y) = (Int32(0), Int32(0))
    try check(unsafe xtest_origin(gtkWindow.backend.gtkWindow, &x, &y), "the window has no place")
    xtest_move(x + Int32(frame.midX), y + Int32(frame.midY))
    xtest_button(1, true)
    xtest_button(1, false)
    try await wait(for: { tabs.selectedIndex == 1 }, "the tab")
    try await expect(green, at: 200, 250, "the second tab")
    tabs.selectedIndex = 0

    // By a finger, which XTEST doesn't have: as GTK's own events would.
    stack.pushViewController(Page("blue", blue), animated: false)
    try await expect(blue, at: 200, 250, "the pushed page")
    @MainActor func finger(_ phase: PointerEvent.Phase, _ x: CGFloat) {
      let place = CGPoint(x: x, y: 250)
      tree.handle(
        .pointer(
          PointerEvent(phase, at: place, device: .touchScreen, time: tree.backend.frames.now)
        )
      )
    }
    finger(.down, 5)
    finger(.moved, 250)
    try await expect(red, at: 100, 250, "the page below, on the left")
    try await expect(blue, at: 300, 250, "the dragged page, on the right")
    finger(.up, 250)
    try await wait(for: { !tree.isAnimating }, "the end of the way")
    try check(stack.viewControllers.count == 1, "nothing was popped")
    try await expect(red, at: 300, 250, "the page that was below")

    // Within what the system covers.
    window.safeAreaInsets = SafeAreaInsets(top: 40, bottom: 30)
    let modal = NavigationController(rootViewController: Page("modal", green))
    stack.present(modal, animated: false)
    await gtkWindow.drawn()
    let bar = modal.navigationBar.frame
    try check(bar.height == NavigationBar.height + 40, "the modal's bar is \(bar)")
    try await expect(green, at: 200, 250, "the modal")
    modal.dismiss(animated: false)
    try await expect(red, at: 200, 250, "what was below the modal")
    print("OK: tabs, a finger that goes back, a modal in a safe area")
  }
}
