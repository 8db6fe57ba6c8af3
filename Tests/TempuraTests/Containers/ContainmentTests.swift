import Foundation
import Katana
import NativeViews
import Tempura
import Testing

/// A controller that notes what it is told.
class LoggedController: AnyViewController {
  let name: String
  let log: LogStore

  init(_ name: String, _ log: LogStore) {
    (self.name, self.log) = (name, log)
    super.init()
    title = name
  }

  override func viewDidLoad() { log.note("\(name) load") }
  override func viewWillAppear(_ animated: Bool) { log.note("\(name) willAppear") }
  override func viewDidAppear(_ animated: Bool) { log.note("\(name) didAppear") }
  override func viewWillDisappear(_ animated: Bool) { log.note("\(name) willDisappear") }
  override func viewDidDisappear(_ animated: Bool) { log.note("\(name) didDisappear") }
  override func willMove(to parent: AnyViewController?) {
    log.note("\(name) willMove \(describe(parent))")
  }
  override func didMove(to parent: AnyViewController?) {
    log.note("\(name) didMove \(describe(parent))")
  }

  private func describe(_ parent: AnyViewController?) -> String {
    guard let parent else { return "nil" }
    return (parent as? LoggedController)?.name ?? "on"
  }
}

@MainActor
final class LogStore {
  private var lines: [String] = []
  nonisolated init() {}
  func note(_ line: String) { lines.append(line) }
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A controller with a container in its view.
final class ContainingController: LoggedController {
  let container = ContainerView()
  override func loadView() -> NativeView {
    let view = ContainerView()
    view.append(container)
    return view
  }
}

@MainActor
struct `controllers in controllers` {
  let log = LogStore()
  let window = makeWindow()
  let store = TestedStore()

  private func makeParent() -> ContainingController {
    let parent = ContainingController("parent", log)
    window.rootViewController = parent
    _ = log.take()
    return parent
  }

  @Test func `are told when they move and appear`() {
    let parent = makeParent()
    let child = LoggedController("child", log)
    parent.add(child, in: parent.container)
    #expect(
      log.take() == [
        "child willMove parent", "child load", "child willAppear", "child didAppear",
        "child didMove parent",
      ]
    )
    #expect(child.parent === parent)
    #expect(parent.children.map { $0 === child } == [true])
    #expect(child.rootView.parent === parent.container)
    #expect(child.rootView.frame == CGRect(x: 0, y: 0, width: 400, height: 800))
    child.remove()
    #expect(
      log.take() == [
        "child willMove nil", "child willDisappear", "child didDisappear", "child didMove nil",
      ]
    )
    #expect(child.parent == nil)
    #expect(child.rootView.parent == nil)
    #expect(parent.children.isEmpty)
    child.remove()
    #expect(log.take() == [])
  }

  @Test func `appear with the one that they are in`() {
    let parent = ContainingController("parent", log)
    let child = LoggedController("child", log)
    parent.add(child, in: parent.container)
    #expect(!child.isVisible)
    _ = log.take()
    window.rootViewController = parent
    #expect(
      log.take() == [
        "parent load", "parent willAppear", "child willAppear", "parent didAppear",
        "child didAppear",
      ]
    )
    window.rootViewController = nil
    #expect(
      log.take() == [
        "parent willDisappear", "child willDisappear", "parent didDisappear",
        "child didDisappear",
      ]
    )
  }

  @Test func `are connected while they are seen and in it`() {
    let parent = makeParent()
    let child = CounterScreen(store: store)
    parent.add(child, in: parent.container)
    store.increment()
    AnyViewController.flushUpdates()
    #expect(child.rootView.updates == ["update nil 0", "update 0 1"])
    child.remove()
    store.increment()
    AnyViewController.flushUpdates()
    #expect(child.rootView.updates == ["update nil 0", "update 0 1"])
    #expect(!child.connected)
  }

  @Test func `fade into each other, the old one disconnected from the beginning`() {
    let parent = makeParent()
    let old = CounterScreen(store: store)
    let new = CounterScreen(store: store)
    parent.add(old, in: parent.container)
    window.settle()
    var isDone = false
    parent.transition(to: new, in: parent.container) { isDone = true }
    #expect(!old.connected)
    #expect(new.connected)
    #expect(parent.container.children.map { $0 === old.rootView } == [true, false])
    (window.tree.backend as? HeadlessBackend)?.clock.advance(by: .milliseconds(150))
    #expect(!isDone)
    #expect(old.parent === parent)
    #expect((0.1...0.9).contains(new.rootView.presented.alpha))
    #expect((0.1...0.9).contains(old.rootView.presented.alpha))
    window.settle()
    #expect(isDone)
    #expect(old.parent == nil)
    #expect(old.rootView.parent == nil)
    #expect(old.rootView.alpha == 1)
    #expect(new.rootView.presented.alpha == 1)
    #expect(parent.children.map { $0 === new } == [true])
    store.increment()
    AnyViewController.flushUpdates()
    #expect(old.rootView.updates == ["update nil 0"])
    #expect(new.rootView.updates == ["update nil 0", "update 0 1"])
  }

  @Test func `are told of a transition in order`() {
    let parent = makeParent()
    let old = LoggedController("old", log)
    let new = LoggedController("new", log)
    parent.add(old, in: parent.container)
    _ = log.take()
    parent.transition(to: new, in: parent.container, options: .none)
    #expect(
      log.take() == [
        "new willMove parent", "old willMove nil", "old willDisappear", "new load",
        "new willAppear", "old didDisappear", "old didMove nil", "new didAppear",
        "new didMove parent",
      ]
    )
  }

  @Test func `take each other's place at once where a transition follows another`() {
    let parent = makeParent()
    let screens = (0..<4).map { LoggedController("\($0)", log) }
    parent.add(screens[0], in: parent.container)
    var done: [Int] = []
    for place in 1...3 {
      parent.transition(to: screens[place], in: parent.container) { done.append(place) }
    }
    #expect(done == [1, 2])
    #expect(parent.children.map { $0 as? LoggedController }.map { $0?.name } == ["2", "3"])
    window.settle()
    #expect(done == [1, 2, 3])
    #expect(parent.children.count == 1)
    #expect(parent.container.children.count == 1)
    #expect(screens[3].rootView.alpha == 1)
  }

  @Test func `take a place in which there is nobody`() {
    let parent = makeParent()
    let child = LoggedController("child", log)
    var isDone = false
    parent.transition(to: child, in: parent.container) { isDone = true }
    #expect(isDone)
    #expect(child.parent === parent)
    parent.transition(to: child, in: parent.container)
    #expect(child.parent === parent)
    #expect(parent.children.count == 1)
  }

  @Test func `move from one parent to another`() {
    let first = makeParent()
    let second = ContainingController("second", log)
    let child = LoggedController("child", log)
    first.add(child, in: first.container)
    second.add(child, in: second.container)
    #expect(child.parent === second)
    #expect(first.children.isEmpty)
    #expect(child.rootView.parent === second.container)
    #expect(!child.isVisible)
  }

  @Test func `are refused where they contain their parent or are in use`() {
    var problems: [String] = []
    window.tree.onDiagnosis = { problems.append($0.problem) }
    let parent = makeParent()
    let child = ContainingController("child", log)
    parent.add(child, in: parent.container)
    child.add(parent, in: child.container)
    child.add(child, in: child.container)
    let modal = LoggedController("modal", log)
    parent.present(modal, animated: false)
    parent.add(modal, in: parent.container)
    #expect(problems.count == 3)
    #expect(problems.last?.contains("it is presented") == true)
    #expect(child.children.isEmpty)
    #expect(parent.children.count == 1)
  }

  @Test func `are kept by their parents, and not the other way round`() {
    weak var parent: ContainingController?
    let child = LoggedController("child", log)
    do {
      let owner = ContainingController("parent", log)
      owner.add(child, in: owner.container)
      parent = owner
    }
    #expect(parent == nil)
    #expect(child.parent == nil)
  }
}
