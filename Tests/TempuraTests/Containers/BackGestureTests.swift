import Foundation
import Katana
import NativeViews
import Tempura
import Testing

@MainActor
struct `a finger that goes back` {
  let log = LogStore()
  let window = makeWindow()
  let navigation = NavigationController()

  private func show(_ names: String...) {
    navigation.viewControllers = names.map { LoggedController($0, log) }
    window.rootViewController = navigation
    window.settle()
    _ = log.take()
  }

  private var names: [String] {
    navigation.viewControllers.map { ($0 as? LoggedController)?.name ?? "?" }
  }

  private var now: Duration { window.tree.backend.frames.now }

  private func finger(_ phase: PointerEvent.Phase, x: CGFloat, y: CGFloat = 400, at time: Int = 0) {
    let event = PointerEvent(
      phase,
      at: CGPoint(x: x, y: y),
      pointer: 1,
      device: .touchScreen,
      time: now + .milliseconds(time)
    )
    window.tree.handle(.pointer(event))
    if phase == .up { window.tree.flush() }
  }

  /// Drags the top so many points to the right, in so much time that the velocity says nothing.
  private func drag(by distance: CGFloat) {
    finger(.down, x: 5)
    finger(.moved, x: 15.5)
    finger(.moved, x: 15 + distance, at: 300)
    finger(.moved, x: 15 + distance, at: 1_000)
  }

  private func placeOfTop() -> CGFloat? {
    navigation.topViewController?.rootView.presented.transform.tX
  }

  /// Nothing is left of a drag.
  private func expectRest(_ names: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    window.settle()
    #expect(self.names == names, sourceLocation: sourceLocation)
    let top = navigation.topViewController
    #expect(top?.rootView.presented.transform == .identity, sourceLocation: sourceLocation)
    #expect(top?.rootView.parent?.children.count == 1, sourceLocation: sourceLocation)
    for controller in navigation.viewControllers {
      #expect(controller.isVisible == (controller === top), sourceLocation: sourceLocation)
    }
  }

  @Test func `moves the top, shows what is below, and pops at the end`() {
    show("first", "second")
    let (first, second) = (navigation.viewControllers[0], navigation.viewControllers[1])
    var popped: [String] = []
    navigation.didPopForUser = { popped.append($0.title ?? "") }
    drag(by: 240)
    #expect(names == ["first", "second"])
    #expect(log.take() == ["first load", "first willAppear"])
    #expect(first.isVisible && second.isVisible)
    #expect(second.rootView.presented.transform.tX == 240)
    #expect(first.rootView.presented.transform.tX == -0.3 * 160)
    #expect(first.rootView.nextSibling === second.rootView)
    finger(.up, x: 255, at: 1_001)
    #expect((names, popped) == (["first"], ["second"]))
    #expect(log.take() == ["second willMove nil", "second willDisappear"])
    // It goes on from where the finger has left it.
    #expect((240...300).contains(second.rootView.presented.transform.tX))
    (window.tree.backend as? HeadlessBackend)?.clock.advance(by: .milliseconds(100))
    #expect((250...400).contains(second.rootView.presented.transform.tX))
    expectRest(["first"])
    #expect(log.take() == ["second didDisappear", "first didAppear", "second didMove nil"])
    #expect(second.rootView.tree == nil)
  }

  @Test func `lets the top return where it hasn't come half of the way`() {
    show("first", "second")
    navigation.didPopForUser = { _ in Issue.record("nothing is popped") }
    drag(by: 160)
    finger(.up, x: 175, at: 1_001)
    _ = log.take()
    #expect(placeOfTop() == 160)
    expectRest(["first", "second"])
    #expect(log.take() == ["first willDisappear", "first didDisappear"])
    #expect(navigation.viewControllers[0].rootView.parent == nil)
  }

  @Test(arguments: [(80, 60, ["first"]), (390, -120, ["first", "second"])])
  func `counts the direction of a fast finger, and not its place`(
    start: Int,
    way: Int,
    left: [String]
  ) {
    show("first", "second")
    drag(by: CGFloat(start))
    finger(.moved, x: CGFloat(15 + start + way), at: 1_100)
    finger(.up, x: CGFloat(15 + start + way), at: 1_100)
    expectRest(left)
  }

  @Test func `begins at the edge, to the right, and where there is something below`() {
    show("first", "second")
    for (from, to) in [
      (CGPoint(x: 21, y: 400), CGPoint(x: 380, y: 400)),
      (CGPoint(x: 5, y: 400), CGPoint(x: 5, y: 700)),
      (CGPoint(x: 18, y: 400), CGPoint(x: 2, y: 400)),
    ] {
      finger(.down, x: from.x, y: from.y)
      finger(.moved, x: to.x, y: to.y)
      #expect(placeOfTop() == 0)
      finger(.moved, x: 390, y: to.y)
      #expect(placeOfTop() == 0, "it was another gesture")
      finger(.up, x: 390, y: to.y)
    }
    navigation.isInteractivePopGestureEnabled = false
    drag(by: 300)
    finger(.up, x: 315, at: 1_001)
    expectRest(["first", "second"])
    navigation.isInteractivePopGestureEnabled = true
    navigation.popViewController(animated: false)
    drag(by: 300)
    finger(.up, x: 315, at: 1_001)
    expectRest(["first"])
  }

  @Test func `turns around, but not beyond the edge`() {
    show("first", "second")
    drag(by: 300)
    finger(.moved, x: -50, at: 1_100)
    #expect(placeOfTop() == 0)
    finger(.moved, x: 35, at: 1_200)
    #expect(placeOfTop() == 20)
    finger(.up, x: 35, at: 1_500)
    expectRest(["first", "second"])
  }

  @Test func `takes the touch from a button, and the drag from what scrolls`() throws {
    final class Row: NativeView {
      var log: [String] = []
      override var handlesTouches: Bool { true }
      override func touchBegan(_ touch: Touch) { log.append("began") }
      override func touchEnded(_ touch: Touch) { log.append("ended") }
      override func touchCancelled(_ touch: Touch) { log.append("cancelled") }
    }
    show("first", "second")
    let scroll = ScrollView()
    scroll.frame = CGRect(x: 0, y: 0, width: 400, height: 756)
    scroll.contentSize = CGSize(width: 800, height: 1_500)
    scroll.contentOffset = CGPoint(x: 100, y: 0)
    let row = Row()
    row.frame = CGRect(x: 0, y: 0, width: 800, height: 1_500)
    scroll.contentView.append(row)
    navigation.topViewController?.rootView.append(scroll)
    window.tree.flush()
    drag(by: 240)
    #expect(row.log == ["began", "cancelled"])
    #expect(placeOfTop() == 240 && scroll.contentOffset.x == 100)
    finger(.cancelled, x: 255, at: 1_001)
    expectRest(["first", "second"])
    // Upwards it scrolls, also from the edge.
    finger(.down, x: 5)
    finger(.moved, x: 5, y: 300)
    #expect(scroll.contentOffset == CGPoint(x: 100, y: 90))
    finger(.up, x: 5, y: 300)
    // A tap at the edge is one.
    row.log = []
    window.settle()
    finger(.down, x: 5)
    finger(.up, x: 5)
    #expect(row.log == ["began", "ended"])
    expectRest(["first", "second"])
  }

  @Test func `goes back also where the top was pushed while the stack was in no tree`() {
    navigation.viewControllers = [LoggedController("first", log)]
    navigation.beginAppearanceTransition(true, animated: false)
    navigation.endAppearanceTransition(animated: false)
    navigation.pushViewController(LoggedController("second", log), animated: true)
    window.rootViewController = navigation
    window.settle()
    drag(by: 240)
    finger(.up, x: 255, at: 1_001)
    expectRest(["first"])
  }

  @Test func `is the innermost stack's that can go back`() {
    let inner = NavigationController(rootViewController: LoggedController("inner", log))
    show("first")
    navigation.pushViewController(inner, animated: false)
    inner.pushViewController(LoggedController("top", log), animated: false)
    window.settle()
    drag(by: 300)
    finger(.up, x: 315, at: 1_001)
    window.settle()
    #expect(inner.viewControllers.count == 1 && navigation.viewControllers.count == 2)
    drag(by: 300)
    finger(.up, x: 315, at: 1_001)
    window.settle()
    #expect(names == ["first"])
  }

  @Test func `asks at the end, and lets the top return where the answer is no`() {
    show("first", "second")
    var asked: [String] = []
    navigation.shouldPopForUser = {
      asked.append($0.title ?? "")
      return false
    }
    navigation.didPopForUser = { _ in Issue.record("nothing is popped") }
    drag(by: 300)
    #expect(asked.isEmpty)
    finger(.up, x: 315, at: 1_001)
    #expect(asked == ["second"])
    expectRest(["first", "second"])
    // As a dispatch does.
    navigation.shouldPopForUser = { _ in
      navigation.popViewController(animated: true)
      return false
    }
    drag(by: 300)
    finger(.up, x: 315, at: 1_001)
    expectRest(["first"])
  }

  enum Interruption: CaseIterable {
    case push, pop, other, removeTop, removeBelow, removeAll, newRoot, hidden, modal, returning
  }

  @Test(arguments: Interruption.allCases)
  func `gives way to whatever comes meanwhile`(interruption: Interruption) {
    show("first", "second", "third")
    navigation.didPopForUser = { _ in Issue.record("nothing is popped") }
    let all = navigation.viewControllers
    drag(by: 240)
    switch interruption {
    case .push:
      navigation.pushViewController(LoggedController("fourth", log), animated: true)
    case .pop: navigation.popViewController(animated: true)
    case .other: navigation.setViewControllers([all[2], all[0]], animated: true)
    case .removeTop: all[2].remove()
    case .removeBelow: all[1].remove()
    case .removeAll: for controller in all { controller.remove() }
    case .newRoot: window.rootViewController = LoggedController("root", log)
    case .hidden: window.isVisible = false
    case .modal: navigation.present(LoggedController("modal", log), animated: false)
    case .returning: finger(.cancelled, x: 255, at: 1_001)
    }
    finger(.moved, x: 300, at: 1_002)
    switch interruption {
    case .hidden:
      finger(.cancelled, x: 300, at: 1_003)
      window.isVisible = true
    case .modal:
      finger(.cancelled, x: 300, at: 1_003)
      navigation.dismiss(animated: false)
    case .newRoot:
      #expect(all.allSatisfy { !$0.isVisible })
      window.rootViewController = navigation
    default: finger(.up, x: 300, at: 2_000)
    }
    switch interruption {
    case .push: expectRest(["first", "second", "third", "fourth"])
    case .pop, .removeTop: expectRest(["first", "second"])
    case .other: expectRest(["third", "first"])
    case .removeBelow: expectRest(["first", "third"])
    case .removeAll:
      window.settle()
      #expect(names == [] && all.allSatisfy { !$0.isVisible && $0.rootView.tree == nil })
    case .newRoot, .hidden, .modal, .returning: expectRest(["first", "second", "third"])
    }
  }

  @Test func `connects the screen below while it is seen`() {
    let store = TestedStore()
    let (below, top) = (CounterScreen(store: store), CounterScreen(store: store))
    navigation.viewControllers = [below, top]
    window.rootViewController = navigation
    window.settle()
    #expect(!below.connected && top.connected)
    drag(by: 100)
    #expect(below.connected && top.connected)
    store.increment()
    AnyViewController.flushUpdates()
    #expect(below.viewModel?.count == 1 && top.viewModel?.count == 1)
    finger(.up, x: 115, at: 2_000)
    window.settle()
    #expect(!below.connected && top.connected)
  }
}
