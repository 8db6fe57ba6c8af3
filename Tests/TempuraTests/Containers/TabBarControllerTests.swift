import Foundation
import NativeViews
import Tempura
import Testing

@MainActor
struct `tab bar controllers` {
  let log = LogStore()
  let window = makeWindow()

  private func make(_ names: String...) -> TabBarController {
    let tabs = TabBarController(viewControllers: names.map { LoggedController($0, log) })
    window.rootViewController = tabs
    window.settle()
    _ = log.take()
    return tabs
  }

  @Test func `show the first controller until another one is selected`() {
    let tabs = make("a", "b", "c")
    #expect(tabs.viewControllers.map(\.isVisible) == [true, false, false])
    #expect(tabs.viewControllers.map(\.isViewLoaded) == [true, false, false])
    #expect(tabs.viewControllers[0].tabBarController === tabs)
    tabs.selectedIndex = 2
    #expect(
      log.take() == ["a willDisappear", "c load", "c willAppear", "c didAppear", "a didDisappear"]
    )
    #expect(tabs.selectedViewController === tabs.viewControllers[2])
    #expect(tabs.viewControllers[2].rootView.frame == CGRect(x: 0, y: 0, width: 400, height: 751))
    #expect(tabs.viewControllers[0].rootView.parent == nil)
    tabs.selectedIndex = 2
    #expect(log.take() == [])
  }

  @Test func `have edges at whole pixels, whatever their scale`() throws {
    let size = CGSize(width: 401, height: 800)
    let window = Window(tree: ViewTree(size: size, backend: HeadlessBackend(displayScale: 1.5)))
    let tabs = TabBarController(viewControllers: (0..<3).map { _ in AnyViewController() })
    let navigation = NavigationController(rootViewController: tabs)
    window.rootViewController = navigation
    window.tree.flush()
    let buttons = tabs.tabBar.children
    for view in [navigation.navigationBar, tabs.tabBar] + buttons {
      let frame = view.absoluteFrame
      for edge in [frame.minX, frame.minY, frame.maxY] {
        #expect(abs(edge * 1.5 - (edge * 1.5).rounded()) < 1e-9, "\(frame)")
      }
    }
    #expect(zip(buttons, buttons.dropFirst()).allSatisfy { $0.frame.maxX == $1.frame.minX })
    let end = try #require(tabs.selectedViewController).rootView.absoluteFrame.maxY
    #expect(abs(end - tabs.tabBar.absoluteFrame.minY) < 1e-9)
  }

  @Test func `select what the user taps, unless that is to be dispatched`() throws {
    let tabs = make("a", "b")
    var isAllowed = false
    var chosen: [String] = []
    tabs.shouldSelectForUser = { _ in isAllowed }
    tabs.didSelectForUser = { chosen.append($0.title ?? "") }
    try window.tree.query(role: .tab, name: "b").tap()
    #expect((tabs.selectedIndex, chosen) == (0, []))
    isAllowed = true
    try window.tree.query(role: .tab, name: "b").tap()
    #expect((tabs.selectedIndex, chosen) == (1, ["b"]))
    try window.tree.query(role: .tab, name: "b").tap()
    #expect(chosen == ["b"])
    let bar = tabs.tabBar.children
    #expect(bar.map(\.accessibility.isSelected) == [false, true])
  }

  @Test func `name a tab as the controller at its bottom where its stack has no title`() {
    let bottom = LoggedController("a", log)
    let stack = NavigationController(rootViewController: bottom)
    let tabs = TabBarController(viewControllers: [stack, LoggedController("b", log)])
    window.rootViewController = tabs
    func names() -> [String?] { tabs.tabBar.children.map(\.accessibility.label) }
    #expect(names() == ["a", "b"])
    bottom.title = "c"
    #expect(names() == ["c", "b"])
    stack.title = "d"
    #expect(names() == ["d", "b"])
  }

  @Test func `keep the selected controller when the others change`() {
    let tabs = make("a", "b", "c")
    let (a, b, c) = (tabs.viewControllers[0], tabs.viewControllers[1], tabs.viewControllers[2])
    tabs.selectedIndex = 1
    _ = log.take()
    tabs.viewControllers = [c, b]
    #expect(tabs.selectedIndex == 1)
    #expect(a.parent == nil)
    #expect(log.take() == ["a willMove nil", "a didMove nil"])
    tabs.viewControllers = [c, a]
    #expect(tabs.selectedIndex == 0)
    #expect([a, b, c].map(\.isVisible) == [false, false, true])
    tabs.viewControllers = []
    #expect(tabs.selectedViewController == nil)
    #expect([a, b, c].allSatisfy { !$0.isVisible && $0.parent == nil })
  }

  @Test func `lose a controller that is removed`() {
    let tabs = make("a", "b", "c")
    tabs.selectedIndex = 1
    let b = tabs.viewControllers[1]
    b.remove()
    #expect(tabs.viewControllers.map(\.title) == ["a", "c"])
    #expect(tabs.selectedViewController?.title == "c")
    #expect(tabs.selectedViewController?.isVisible == true)
    tabs.viewControllers[0].remove()
    #expect(tabs.selectedViewController?.title == "c")
    tabs.viewControllers[0].remove()
    #expect(tabs.selectedViewController == nil)
  }

  @Test func `refuse a place at which there is nobody`() {
    let tabs = make("a")
    var problems: [String] = []
    window.tree.onDiagnosis = { problems.append($0.problem) }
    tabs.selectedIndex = 1
    tabs.selectedIndex = -1
    #expect(problems.count == 2)
    #expect(tabs.selectedIndex == 0)
  }

  @Test func `place controllers above the bar, in the safe area`() {
    let tabs = make("a")
    window.safeAreaInsets = SafeAreaInsets(top: 20, bottom: 34)
    #expect(tabs.viewControllers[0].rootView.frame.size == CGSize(width: 400, height: 717))
    #expect(tabs.viewControllers[0].safeAreaInsets == SafeAreaInsets(top: 20))
  }
}
