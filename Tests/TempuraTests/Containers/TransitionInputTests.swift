import Foundation
import NativeViews
import Tempura
import Testing

/// A screen with a button, whose taps are counted.
private final class ButtonScreen: AnyViewController {
  let button = BarButton("button")
  private(set) var taps = 0

  override func loadView() -> NativeView {
    let view = NativeView()
    view.append(button)
    button.frame = CGRect(x: 0, y: 0, width: 400, height: 300)
    button.onTap = { [weak self] in
      self?.taps += 1
      self?.onTap()
    }
    return view
  }

  var onTap: () -> Void = {}
}

/// A view that tells that a touch is taken from it.
private final class TouchedView: NativeView {
  var onCancel: () -> Void = {}
  override var handlesTouches: Bool { true }
  override func touchCancelled(_ touch: Touch) { onCancel() }
}

/// What a user does twice, while the first time leads to a transition.
@MainActor
struct `input during a transition` {
  private let window = makeWindow()
  private let screens = (0..<4).map { _ in ButtonScreen() }

  enum Device: CaseIterable {
    case mouse
    case finger
    case key
  }

  private func point(_ phase: PointerEvent.Phase, at view: NativeView, by device: Device = .mouse) {
    let frame = view.absoluteFrame
    window.tree.handle(
      .pointer(
        PointerEvent(
          phase,
          at: CGPoint(x: frame.midX, y: frame.midY),
          device: device == .finger ? .touchScreen : .mouse,
          time: window.tree.backend.frames.now
        )
      )
    )
  }

  private func tap(_ view: NativeView, by device: Device = .mouse) {
    point(.down, at: view, by: device)
    point(.up, at: view, by: device)
    window.tree.flush()
  }

  /// Lets a part of a transition pass.
  private func wait() {
    (window.tree.backend as? HeadlessBackend)?.clock.advance(by: .milliseconds(100))
  }

  private func makeStack(_ count: Int) -> NavigationController {
    let stack = NavigationController()
    stack.viewControllers = Array(screens[..<count])
    window.rootViewController = stack
    window.settle()
    return stack
  }

  @Test(arguments: Device.allCases)
  func `going back twice goes back once`(by device: Device) throws {
    let stack = makeStack(3)
    func goBack() {
      if device == .key {
        window.tree.handle(.key(KeyEvent(.down, .left, modifiers: .alt)))
      } else {
        tap(stack.navigationBar.backButton, by: device)
      }
    }
    goBack()
    wait()
    goBack()
    window.settle()
    #expect(stack.viewControllers.count == 2)
    // Afterwards it is as before.
    goBack()
    window.settle()
    #expect(stack.viewControllers.count == 1)
  }

  @Test func `what pushes a screen pushes one, also where the second tap is on the new one`() {
    let stack = makeStack(1)
    for (screen, next) in zip(screens, screens.dropFirst()) {
      screen.onTap = { stack.pushViewController(next, animated: true) }
    }
    tap(screens[0].button)
    tap(screens[0].button)
    wait()
    tap(screens[1].button)
    window.settle()
    #expect(screens.map(\.taps) == [1, 0, 0, 0])
    #expect(stack.viewControllers.count == 2)
    tap(screens[1].button)
    window.settle()
    #expect(stack.viewControllers.count == 3)
  }

  @Test func `neither a modal nor what is below it is touched while it comes or goes`() {
    window.rootViewController = screens[0]
    screens[0].onTap = { [screens] in screens[0].present(screens[1], animated: true) }
    screens[1].onTap = { [screens] in screens[1].dismiss(animated: true) }
    window.settle()
    tap(screens[0].button)
    for step in 0..<6 {
      wait()
      tap(screens[step % 2].button)
      if step == 1 { #expect(screens[1].taps == 0) }
    }
    window.settle()
    #expect(screens[0].taps == 1 && screens[1].taps == 1)
    #expect(screens[0].presentedViewController == nil && screens[0].isVisible)
    tap(screens[0].button)
    #expect(screens[0].taps == 2)
  }

  @Test func `children that take each other's places aren't touched meanwhile`() {
    let (parent, container) = (AnyViewController(), ContainerView())
    parent.rootView.append(container)
    container.frame = CGRect(x: 0, y: 0, width: 400, height: 800)
    window.rootViewController = parent
    parent.add(screens[0], in: container)
    window.settle()
    parent.transition(to: screens[1], in: container)
    wait()
    tap(screens[1].button)
    #expect(screens[1].taps == 0)
    window.settle()
    tap(screens[1].button)
    #expect(screens[1].taps == 1)
  }

  @Test func `a container that wants it takes input`() {
    let stack = makeStack(3)
    stack.takesInputInTransitions = true
    for _ in 0..<2 {
      tap(stack.navigationBar.backButton)
      wait()
    }
    window.settle()
    #expect(stack.viewControllers.count == 1)
  }

  @Test func `a press that has begun before is cancelled, and assistants press nothing`() {
    let stack = makeStack(2)
    let button = screens[1].button
    point(.down, at: button)
    stack.popViewController(animated: true)
    point(.up, at: button)
    #expect(!stack.navigationBar.backButton.activateByAssistant())
    window.settle()
    #expect(screens[1].taps == 0)
  }

  @Test(arguments: [false, true])
  func `whoever is told that a touch is cancelled may change the stack`(byRemoval: Bool) {
    let stack = makeStack(2)
    let view = TouchedView()
    view.frame = CGRect(x: 0, y: 400, width: 400, height: 100)
    screens[1].rootView.append(view)
    window.tree.flush()
    var told = 0
    view.onCancel = { [screens] in
      told += 1
      if byRemoval {
        screens[1].remove()
      } else {
        stack.pushViewController(screens[2], animated: true)
      }
    }
    point(.down, at: view, by: .finger)
    stack.popViewController(animated: true)
    window.settle()
    #expect(told == 1)
    #expect(stack.viewControllers.count == (byRemoval ? 1 : 2))
    #expect(stack.topViewController === (byRemoval ? screens[0] : screens[2]))
    #expect(screens[1].rootView.parent == nil)
    #expect(stack.topViewController?.rootView.parent?.children.count == 1)
  }

  @Test func `whoever is told that a touch is cancelled may change the child`() {
    let (parent, container) = (AnyViewController(), ContainerView())
    parent.rootView.append(container)
    container.frame = CGRect(x: 0, y: 0, width: 400, height: 800)
    window.rootViewController = parent
    parent.add(screens[0], in: container)
    let view = TouchedView()
    view.frame = CGRect(x: 0, y: 400, width: 400, height: 100)
    screens[0].rootView.append(view)
    window.settle()
    var ends: [Int] = []
    view.onCancel = { [screens] in
      parent.transition(to: screens[2], in: container) { ends.append(2) }
    }
    point(.down, at: view, by: .finger)
    parent.transition(to: screens[1], in: container) { ends.append(1) }
    window.settle()
    #expect(ends == [1, 2])
    #expect(container.children.count == 1 && container.lastChild === screens[2].rootView)
    #expect(screens[..<3].map(\.rootView.alpha) == [1, 1, 1])
  }

  @Test func `a query says that a transition keeps it from tapping`() throws {
    let stack = makeStack(2)
    stack.pushViewController(screens[2], animated: true)
    wait()
    let error = #expect(throws: ViewQueryError.self) { try window.tree.query(key: "back").tap() }
    guard case .inTransition(let path) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path.hasSuffix("NavigationView"))
    window.settle()
    try window.tree.query(key: "back").tap()
    #expect(stack.viewControllers.count == 2)
  }

  @Test func `one that was ended by another leaves nothing without input`() {
    let stack = makeStack(1)
    stack.pushViewController(screens[1], animated: true)
    wait()
    stack.pushViewController(screens[2], animated: true)
    wait()
    screens[2].present(screens[3], animated: true)
    wait()
    screens[3].dismiss(animated: false)
    stack.popToRootViewController(animated: false)
    tap(screens[0].button)
    #expect(screens[0].taps == 1)
  }
}
