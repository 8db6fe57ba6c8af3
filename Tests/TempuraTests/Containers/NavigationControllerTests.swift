import Foundation
import Katana
import NativeViews
import Tempura
import Testing

@MainActor
struct `navigation controllers` {
  let log = LogStore()
  let window = makeWindow()

  private func make(_ names: String...) -> NavigationController {
    let navigation = NavigationController()
    navigation.viewControllers = names.map { LoggedController($0, log) }
    window.rootViewController = navigation
    window.settle()
    _ = log.take()
    return navigation
  }

  private func names(_ controllers: [AnyViewController]) -> [String] {
    controllers.map { ($0 as? LoggedController)?.name ?? "?" }
  }

  /// A controller that takes others away when it is put somewhere.
  private final class Displacer: AnyViewController {
    var others: [AnyViewController] = []
    override func willMove(to parent: AnyViewController?) {
      if parent != nil { for other in others { other.remove() } }
    }
  }

  @Test(arguments: [0, 1])
  func `end a push of which one is taken away`(place: Int) throws {
    let navigation = make("a")
    navigation.pushViewController(LoggedController("b", log), animated: true)
    (window.tree.backend as? HeadlessBackend)?.clock.advance(by: .milliseconds(120))
    let (gone, left) = (navigation.viewControllers[place], navigation.viewControllers[1 - place])
    gone.remove()
    #expect(!navigation.rootView.isInTransition)
    window.settle()
    #expect(left.rootView.tree === window.tree && gone.rootView.tree == nil)
    for view in [gone.rootView, left.rootView] { #expect(view.presented.transform == .identity) }
  }

  @Test func `let controllers go that a hook of a change takes away`() {
    let navigation = make("a", "b", "c", "d")
    let displacer = Displacer()
    let stack = navigation.viewControllers
    displacer.others = [stack[1], stack[3]]
    navigation.pushViewController(displacer, animated: false)
    #expect(navigation.viewControllers.count == 3)
    #expect(names(Array(navigation.viewControllers.prefix(2))) == ["a", "c"])
    #expect(navigation.topViewController === displacer)
    #expect(stack[1].parent == nil && stack[3].parent == nil)
    #expect(navigation.children.count == 3)
  }

  @Test func `change long stacks to any other, each controller once`() {
    let navigation = make()
    let all = (0..<60).map { LoggedController("\($0)", log) }
    navigation.viewControllers = all
    #expect(names(navigation.viewControllers) == (0..<60).map { "\($0)" })
    // Some stay, the others change places; one is there twice, another once more at its old place.
    var problems: [String] = []
    window.tree.onDiagnosis = { problems.append($0.problem) }
    let wanted = Array(all[..<20]) + all[20...].reversed() + [all[3], all[40]]
    navigation.viewControllers = wanted
    #expect(names(navigation.viewControllers) == wanted.prefix(60).map(\.name))
    #expect(problems.count == 2 && problems.allSatisfy { $0.hasSuffix("in the new stack twice") })
    navigation.viewControllers = [all[5]]
    #expect(names(navigation.viewControllers) == ["5"] && navigation.children.count == 1)
    #expect(all.filter { $0.parent != nil }.map(\.name) == ["5"])
  }

  @Test func `show the last controller with its title and the way back`() throws {
    let navigation = make("first", "second")
    #expect(names(navigation.viewControllers) == ["first", "second"])
    #expect(navigation.topViewController?.isVisible == true)
    #expect(navigation.viewControllers[0].isVisible == false)
    #expect(!navigation.viewControllers[0].isViewLoaded)
    #expect(navigation.topViewController?.navigationController === navigation)
    #expect(window.tree.label("second").count == 1)
    #expect(window.tree.button("first").count == 1)
    navigation.topViewController?.title = "other"
    #expect(window.tree.label("other").count == 1)
    let screen = CounterScreen(store: TestedStore())
    navigation.pushViewController(screen, animated: false)
    #expect(screen.rootView.navigationBar === navigation.navigationBar)
  }

  @Test func `push with an animation that tells both when it ends`() {
    let navigation = make("first")
    let second = LoggedController("second", log)
    var isDone = false
    navigation.pushViewController(second, animated: true) { isDone = true }
    #expect(names(navigation.viewControllers) == ["first", "second"])
    #expect(
      log.take() == [
        "second willMove on", "first willDisappear", "second load", "second willAppear",
      ]
    )
    (window.tree.backend as? HeadlessBackend)?.clock.advance(by: .milliseconds(100))
    #expect(!isDone)
    #expect((1...399).contains(second.rootView.presented.transform.tX))
    // Its own place doesn't move, so that it is laid out as it will be seen.
    #expect(second.rootView.frame == CGRect(x: 0, y: 0, width: 400, height: 756))
    window.settle()
    #expect(isDone)
    #expect(second.rootView.presented.transform == .identity)
    #expect(navigation.viewControllers[0].rootView.parent == nil)
    #expect(log.take() == ["first didDisappear", "second didAppear", "second didMove on"])
  }

  @Test func `pop with an animation, and forget what was popped at once`() {
    let navigation = make("first", "second")
    let second = navigation.topViewController
    var isDone = false
    let popped = navigation.popViewController(animated: true) { isDone = true }
    #expect(popped === second)
    #expect(names(navigation.viewControllers) == ["first"])
    #expect(second?.parent == nil)
    #expect(
      log.take() == [
        "second willMove nil", "second willDisappear", "first load", "first willAppear",
      ]
    )
    #expect(second?.rootView.tree === window.tree)
    window.settle()
    #expect(isDone)
    #expect(log.take() == ["second didDisappear", "first didAppear", "second didMove nil"])
    #expect(second?.rootView.tree == nil)
    #expect(navigation.popViewController(animated: true) == nil)
  }

  @Test func `pop to any controller`() {
    let navigation = make("a", "b", "c", "d")
    let all = navigation.viewControllers
    #expect(names(navigation.popToViewController(all[2], animated: false)) == ["d"])
    #expect(names(navigation.popToRootViewController(animated: true)) == ["b", "c"])
    window.settle()
    #expect(names(navigation.viewControllers) == ["a"])
    #expect(all[0].isVisible)
    #expect(all.dropFirst().allSatisfy { $0.parent == nil && !$0.isVisible })
  }

  @Test func `end one animation when the next change comes`() {
    let navigation = make("first")
    var done: [String] = []
    for name in ["a", "b", "c"] {
      let controller = LoggedController(name, log)
      navigation.pushViewController(controller, animated: true) { done.append(name) }
    }
    #expect(done == ["a", "b"])
    navigation.popToRootViewController(animated: true) { done.append("pop") }
    #expect(done == ["a", "b", "c"])
    window.settle()
    #expect(done == ["a", "b", "c", "pop"])
    #expect(names(navigation.viewControllers) == ["first"])
    #expect(navigation.viewControllers[0].rootView.presented.transform == .identity)
    let content = navigation.viewControllers[0].rootView.parent
    #expect(content?.children.count == 1)
  }

  @Test func `change again after hooks that change them`() {
    final class Pusher: LoggedController {
      override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        navigationController?.pushViewController(LoggedController("pushed", log), animated: false)
      }
    }
    let navigation = make("first")
    navigation.pushViewController(Pusher("pusher", log), animated: false)
    #expect(names(navigation.viewControllers) == ["first", "pusher", "pushed"])
    #expect(navigation.viewControllers.map(\.isVisible) == [false, false, true])
  }

  @Test func `go back when the user says so, unless that is to be dispatched`() throws {
    let navigation = make("first", "second", "third")
    var asked: [String] = []
    var popped: [String] = []
    navigation.shouldPopForUser = { controller in
      asked.append(controller.title ?? "")
      return asked.count > 1
    }
    navigation.didPopForUser = { popped.append($0.title ?? "") }
    try window.tree.button("second").tap()
    window.settle()
    #expect((asked, popped) == (["third"], []))
    #expect(navigation.viewControllers.count == 3)
    try window.tree.button("second").tap()
    window.settle()
    #expect((asked, popped) == (["third", "third"], ["third"]))
    #expect(names(navigation.viewControllers) == ["first", "second"])
    navigation.popViewController(animated: false)
    #expect(asked.count == 2)
    #expect(navigation.navigationBar.backButton.isHidden)
    navigation.goBack()
    #expect(asked.count == 2)
  }

  @Test func `go back by the keyboard`() throws {
    let navigation = make("first", "second", "third")
    var popped: [String] = []
    navigation.didPopForUser = { popped.append($0.title ?? "") }
    let button = window.tree.button("second")
    try button.press(.left)
    try button.press(.left, modifiers: [.alt, .shift])
    #expect(popped.isEmpty)
    try button.press(.left, modifiers: .alt)
    window.settle()
    #expect(popped == ["third"] && names(navigation.viewControllers) == ["first", "second"])
    // Also where nothing has the focus, but not below a modal.
    window.tree.focus(nil)
    let back = InputEvent.key(KeyEvent(.down, .left, modifiers: .alt))
    let modal = LoggedController("modal", log)
    modal.modalPresentationStyle = .overFullScreen
    navigation.present(modal, animated: false)
    #expect(!window.tree.handle(back))
    modal.dismiss(animated: false)
    #expect(window.tree.handle(back))
    window.settle()
    #expect(popped == ["third", "second"] && names(navigation.viewControllers) == ["first"])
    #expect(!window.tree.handle(back))
  }

  @Test func `let tab go on in the screen that takes the place of another`() {
    let navigation = make("first")
    let screens = [navigation.viewControllers[0], LoggedController("second", log)]
    let buttons = ["a", "b"].map { BarButton($0) }
    for (screen, button) in zip(screens, buttons) { screen.rootView.append(button) }
    buttons[0].focus()
    navigation.pushViewController(screens[1], animated: true)
    window.settle()
    #expect(window.tree.focusedView == nil)
    #expect(window.tree.handle(.key(KeyEvent(.down, .tab))) && buttons[1].isFocused)
    navigation.popViewController(animated: true)
    window.settle()
    #expect(window.tree.focusedView == nil)
    #expect(window.tree.handle(.key(KeyEvent(.down, .tab, modifiers: .shift))))
    #expect(buttons[0].isFocused)
  }

  @Test func `refuse what they can't do, and complete it`() {
    let navigation = make("first", "second")
    var problems: [String] = []
    window.tree.onDiagnosis = { problems.append($0.problem) }
    var count = 0
    let first = navigation.viewControllers[0]
    navigation.pushViewController(first, animated: true) { count += 1 }
    navigation.popToViewController(LoggedController("other", log), animated: true) { count += 1 }
    navigation.pushViewController(navigation, animated: true) { count += 1 }
    #expect((problems.count, count) == (3, 3))
    #expect(names(navigation.viewControllers) == ["first", "second"])
  }

  @Test func `lose a controller that is removed`() {
    let navigation = make("first", "second", "third")
    navigation.viewControllers[1].remove()
    #expect(names(navigation.viewControllers) == ["first", "third"])
    navigation.topViewController?.remove()
    #expect(names(navigation.viewControllers) == ["first"])
    #expect(navigation.topViewController?.isVisible == true)
    #expect(navigation.topViewController?.rootView.tree === window.tree)
  }

  @Test func `place controllers below the bar, in the safe area`() {
    let navigation = make("first")
    let first = navigation.viewControllers[0]
    #expect(first.rootView.frame == CGRect(x: 0, y: 0, width: 400, height: 756))
    window.safeAreaInsets = SafeAreaInsets(top: 40, bottom: 30)
    window.tree.flush()
    #expect(navigation.navigationBar.frame.height == 84)
    #expect(first.rootView.absoluteFrame == CGRect(x: 0, y: 84, width: 400, height: 716))
    #expect(first.safeAreaInsets == SafeAreaInsets(bottom: 30))
    navigation.isNavigationBarHidden = true
    #expect(first.rootView.absoluteFrame == CGRect(x: 0, y: 0, width: 400, height: 800))
    #expect(first.safeAreaInsets == SafeAreaInsets(top: 40, bottom: 30))
    window.tree.resize(to: CGSize(width: 200, height: 300))
    #expect(first.rootView.absoluteFrame == CGRect(x: 0, y: 0, width: 200, height: 300))
  }
}
