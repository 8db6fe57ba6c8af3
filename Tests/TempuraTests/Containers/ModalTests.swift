import Foundation
import NativeViews
import Tempura
import Testing

@MainActor
struct `modals` {
  let log = LogStore()
  let window = makeWindow()

  private func makeRoot() -> LoggedController {
    let root = LoggedController("root", log)
    window.rootViewController = root
    window.settle()
    _ = log.take()
    return root
  }

  @Test func `come from below and cover what is there`() {
    let root = makeRoot()
    let modal = LoggedController("modal", log)
    var isDone = false
    root.present(modal, animated: true) { isDone = true }
    #expect(root.presentedViewController === modal)
    #expect(modal.presentingViewController === root)
    #expect(modal.window === window)
    #expect(log.take() == ["root willDisappear", "modal load", "modal willAppear"])
    (window.tree.backend as? HeadlessBackend)?.clock.advance(by: .milliseconds(100))
    #expect((1...799).contains(modal.rootView.presented.transform.tY))
    #expect(root.rootView.tree != nil)
    #expect(!isDone)
    window.settle()
    #expect(isDone)
    #expect(log.take() == ["root didDisappear", "modal didAppear"])
    #expect(root.rootView.tree == nil)

    var isGone = false
    modal.dismiss(animated: true) { isGone = true }
    #expect(root.presentedViewController == nil)
    #expect(log.take() == ["modal willDisappear", "root willAppear"])
    #expect(window.tree.root.children.map { $0 === root.rootView } == [true, false])
    window.settle()
    #expect(isGone)
    #expect(log.take() == ["modal didDisappear", "root didAppear"])
    #expect(window.tree.root.children.count == 1)
    #expect(root.rootView.presented.transform == .identity)
  }

  @Test func `can't be a window's root`() {
    let root = makeRoot()
    let modal = LoggedController("modal", log)
    root.present(modal, animated: false)
    var problems: [String] = []
    window.tree.onDiagnosis = { problems.append($0.problem) }
    let other = makeWindow()
    other.tree.onDiagnosis = window.tree.onDiagnosis
    window.rootViewController = modal
    other.rootViewController = modal
    #expect(
      problems == Array(repeating: "LoggedController is to be the root, and is presented", count: 2)
    )
    #expect(window.rootViewController === root && other.rootViewController == nil)
    #expect(modal.isVisible && modal.presentingViewController === root)
  }

  @Test(arguments: [ModalPresentationStyle.fullScreen, .overFullScreen])
  func `have the safe area of the window`(style: ModalPresentationStyle) {
    let root = makeRoot()
    let insets = SafeAreaInsets(top: 40, bottom: 30)
    window.safeAreaInsets = insets
    let content = LoggedController("content", log)
    let modal = NavigationController(rootViewController: content)
    modal.modalPresentationStyle = style
    root.present(modal, animated: true)
    // Where it will be, also while it moves there.
    (window.tree.backend as? HeadlessBackend)?.clock.advance(by: .milliseconds(100))
    #expect(modal.safeAreaInsets == insets && root.safeAreaInsets == insets)
    #expect(modal.navigationBar.frame.height == 84)
    #expect(content.rootView.absoluteFrame == CGRect(x: 0, y: 84, width: 400, height: 716))
    #expect(content.safeAreaInsets == SafeAreaInsets(bottom: 30))
    window.settle()
    window.safeAreaInsets = .zero
    window.tree.flush()
    #expect(modal.navigationBar.frame.height == 44)
    #expect(content.safeAreaInsets == .zero && root.safeAreaInsets == .zero)
  }

  @Test func `may leave what is below to be seen`() {
    let root = makeRoot()
    let modal = LoggedController("modal", log)
    modal.modalPresentationStyle = .overFullScreen
    root.present(modal, animated: false)
    #expect(log.take() == ["modal load", "modal willAppear", "modal didAppear"])
    #expect(root.isVisible)
    #expect(window.tree.root.children.count == 2)
    let full = LoggedController("full", log)
    modal.present(full, animated: false)
    #expect([root, modal, full].map(\.isVisible) == [false, false, true])
    modal.dismiss(animated: false)
    #expect([root, modal, full].map(\.isVisible) == [true, true, false])
    #expect(window.topmostViewController === modal)
  }

  @Test func `go with all that is above them`() {
    let root = makeRoot()
    let modals = (0..<3).map { LoggedController("\($0)", log) }
    var top: AnyViewController = root
    for modal in modals {
      top.present(modal, animated: true)
      top = modal
    }
    #expect(window.topmostViewController === modals[2])
    root.dismiss(animated: true)
    window.settle()
    #expect(root.isVisible)
    #expect(modals.allSatisfy { !$0.isVisible && $0.presentingViewController == nil })
    #expect(modals.allSatisfy { $0.presentedViewController == nil && $0.rootView.tree == nil })
    #expect(window.tree.root.children.count == 1)
  }

  @Test func `are presented by the outermost controller, and found from within`() {
    let navigation = NavigationController()
    let inner = LoggedController("inner", log)
    navigation.viewControllers = [inner]
    window.rootViewController = navigation
    let modal = LoggedController("modal", log)
    inner.present(modal, animated: false)
    #expect(navigation.presentedViewController === modal)
    #expect(inner.presentedViewController === modal)
    #expect(modal.presentingViewController === navigation)
    #expect(navigation.visibleViewController === modal)
    inner.dismiss(animated: false)
    #expect(inner.isVisible)
  }

  @Test func `are refused where one is presented already or in use, and completed`() {
    let root = makeRoot()
    var problems: [String] = []
    window.tree.onDiagnosis = { problems.append($0.problem) }
    let modal = LoggedController("modal", log)
    root.present(modal, animated: false)
    var count = 0
    root.present(LoggedController("other", log), animated: true) { count += 1 }
    modal.present(modal, animated: true) { count += 1 }
    modal.present(root, animated: true) { count += 1 }
    #expect((problems.count, count) == (3, 3))
    #expect(window.topmostViewController === modal)
    root.dismiss(animated: false)
    root.dismiss(animated: true) { count += 1 }
    #expect(count == 4)
  }

  @Test func `that hooks present come after what has called these`() {
    final class Presenter: LoggedController {
      override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        if presentedViewController == nil {
          present(LoggedController("modal", log), animated: false)
        }
      }
    }
    let presenter = Presenter("presenter", log)
    window.rootViewController = presenter
    #expect(window.topmostViewController !== presenter)
    #expect(window.topmostViewController?.isVisible == true)
    #expect(!presenter.isVisible)
    #expect(window.tree.root.children.count == 1)
  }

  @Test(arguments: [ModalPresentationStyle.fullScreen, .overFullScreen])
  func `take the keyboard from what they cover, and keep it`(style: ModalPresentationStyle) {
    let (root, modal) = (makeRoot(), LoggedController("modal", log))
    let buttons = ["a", "b", "c"].map { BarButton($0) }
    for button in buttons.dropLast() { root.rootView.append(button) }
    modal.rootView.append(buttons[2])
    modal.modalPresentationStyle = style
    let tab = InputEvent.key(KeyEvent(.down, .tab))
    buttons[1].focus()
    root.present(modal, animated: false)
    window.settle()
    #expect(window.tree.focusedView == nil)
    for _ in 0..<2 { #expect(window.tree.handle(tab) && buttons[2].isFocused) }
    #expect(!buttons[0].focus())
    modal.dismiss(animated: false)
    window.settle()
    #expect(window.tree.focusedView == nil)
    #expect(window.tree.handle(tab) && buttons[0].isFocused)
  }

  @Test func `are shown with the window's new root, and go with the old one`() {
    let root = LoggedController("root", log)
    let modal = LoggedController("modal", log)
    root.present(modal, animated: true)
    #expect(!modal.isVisible)
    window.rootViewController = root
    #expect([root, modal].map(\.isVisible) == [false, true])
    let other = LoggedController("other", log)
    window.rootViewController = other
    #expect([root, modal, other].map(\.isVisible) == [false, false, true])
    #expect(window.tree.root.children.count == 1)
  }

  @Test func `leave nothing visible in a window that goes`() async {
    let root = LoggedController("root", log)
    let tree = ViewTree(size: CGSize(width: 10, height: 10))
    do {
      let window = Window(tree: tree)
      window.rootViewController = root
      #expect(root.isVisible)
    }
    for _ in 0..<100 where root.isVisible { await Task.yield() }
    #expect(!root.isVisible)
    #expect(tree.root.children.isEmpty)
    #expect(root.window == nil)
  }
}
