import Foundation
import Katana
import NativeViews
import Tempura
import Testing

@MainActor
struct `screens in an environment` {
  let store = TestedStore()

  @Test func `are styled and updated again when it changes, whether they are seen or come back`() {
    let window = makeWindow()
    let screen = CounterScreen(store: store)
    window.rootViewController = screen
    window.settle()
    screen.rootView.log = []
    window.tree.environment.colorScheme = .dark
    #expect(screen.rootView.log == ["style", "update nil 0"])
    window.settle()
    screen.rootView.log = []
    let other = CounterScreen(store: store)
    window.rootViewController = other
    window.settle()
    #expect(other.rootView.log.filter { $0 == "style" }.count == 2)
    window.tree.environment.colorScheme = .light
    #expect(screen.rootView.log.isEmpty)
    window.rootViewController = screen
    #expect(screen.rootView.log.contains("style"))
  }

  @Test func `have dark bars where it is dark, and keep colours of their own`() {
    let window = makeWindow()
    let screen = AnyViewController()
    let navigation = NavigationController(rootViewController: screen)
    let own = AnyViewController()
    let other = NavigationController(rootViewController: own)
    other.navigationBar.backgroundColor = Color(hex: 0x00FF00)
    other.navigationBar.titleLabel.textColor = Color(hex: 0xFF0000)
    window.rootViewController = TabBarController(viewControllers: [navigation, other])
    window.settle()
    let bar = navigation.navigationBar
    let light = (bar.backgroundColor, bar.titleLabel.textColor, bar.backButton.tintColor)
    window.tree.environment.colorScheme = .dark
    window.settle()
    let environment = window.tree.environment
    #expect(bar.backgroundColor == environment.raisedColor)
    #expect(bar.titleLabel.textColor == environment.textColor)
    #expect(bar.backButton.tintColor == environment.accentColor)
    #expect(other.navigationBar.backgroundColor == Color(hex: 0x00FF00))
    #expect(other.navigationBar.titleLabel.textColor == Color(hex: 0xFF0000))
    window.tree.environment.colorScheme = .light
    window.settle()
    #expect((bar.backgroundColor, bar.titleLabel.textColor, bar.backButton.tintColor) == light)
  }

  @Test func `without motion a presented one is there at once`() {
    let window = makeWindow()
    let root = AnyViewController()
    window.rootViewController = root
    window.tree.environment.isMotionReduced = true
    var isThere = false
    let modal = AnyViewController()
    root.present(modal, animated: true) { isThere = true }
    window.tree.flush()
    #expect(isThere && !window.tree.isAnimating)
    #expect(modal.view.presented.transform == .identity)
  }
}

@MainActor
struct `windows on one store` {
  @Test func `each follow it, and go on when another closes`() {
    let store = TestedStore()
    let windows = (0..<2).map { _ in makeWindow() }
    let screens = windows.map { window in
      let screen = CounterScreen(store: store)
      window.rootViewController = screen
      window.settle()
      return screen
    }
    // What is done in one is seen in both.
    screens[0].rootView.onTap()
    for window in windows { window.settle() }
    #expect(screens.map(\.rootView.label.text) == ["1", "1"])
    windows[0].isVisible = false
    windows[0].rootViewController = nil
    screens[1].rootView.onTap()
    windows[1].settle()
    #expect(screens.map(\.rootView.label.text) == ["1", "2"])
    #expect(!screens[0].connected && screens[1].connected)
  }
}
