import Foundation
import Katana
import KatanaUI
import NativeViews
import Testing

@MainActor
struct `nodes and their order of calls` {
  let log = Log()

  @Test func `make all nodes first, then views, parents before children`() {
    let log = log
    let renderer = Renderer(
      rootDescription: Probe("root", log) {
        Probe("a", log) { Probe("a1", log) }
        Probe("b", log)
      },
      store: nil
    )
    #expect(log.take() == ["children root", "children a", "children a1", "children b"])
    let container = NativeView()
    renderer.render(in: container)
    #expect(
      log.take() == [
        "apply root", "mount root", "apply a", "mount a", "apply a1", "mount a1", "apply b",
        "mount b",
      ]
    )
    withExtendedLifetime(renderer) {}
  }

  @Test func `update children before their parent's own props are applied, and show new ones last`()
  {
    let log = log
    let stage = Stage(
      Probe("root", log) {
        Probe("a", log) { Probe("a1", log) }
        Probe("b", log, key: "b")
      }
    )
    _ = log.take()
    stage.update(
      Probe("root", log, value: 1) {
        Probe("a", log, value: 1) { Probe("a1", log, value: 1) }
        Probe("c", log, key: "c") { Probe("c1", log) }
      }
    )
    #expect(
      log.take() == [
        "receive root", "children root", "unmount b", "receive a", "children a", "receive a1",
        "children a1", "apply a1", "apply a", "children c", "children c1", "apply root", "apply c",
        "mount c", "apply c1", "mount c1",
      ]
    )
    #expect(stage.picture == "root[a[a1] c[c1]]")
  }

  @Test func `leave what is equal alone`() {
    let log = log
    let description = { Probe("root", log) { Probe("a", log) { Probe("a1", log) } } }
    let stage = Stage(description())
    _ = log.take()
    stage.update(description())
    #expect(log.take() == [])
    stage.renderer.rootNode.forceReload()
    #expect(
      log.take().filter { $0.hasPrefix("children") } == [
        "children root", "children a", "children a1",
      ]
    )
  }

  @Test func `survive as the original's tests pin`() {
    let log = log
    let stage = Stage(
      Probe("app", log) {
        Probe("view", log, key: "v") {
          Probe("image", log, key: "i")
          Probe("inner", log, key: "n")
        }
      }
    )
    weak let view = stage.renderer.rootNode.children[0]
    weak let image = stage.renderer.rootNode.children[0].children[0]
    weak let inner = stage.renderer.rootNode.children[0].children[1]
    stage.update(
      Probe("app", log) { Probe("view", log, key: "v") { Probe("image", log, key: "i") } }
    )
    #expect(view != nil && image != nil && inner == nil)
    stage.update(Probe("app", log))
    #expect(view == nil && image == nil)
    #expect(stage.tree.root.children.count == 1)
  }

  @Test func `mount once, and unmount at the removal, parents before children`() {
    let log = log
    let stage = Stage(Probe("outer", log, value: 100))
    #expect(log.take().filter { $0.contains("mount") } == ["mount outer"])
    stage.update(Probe("outer", log, value: 101) { Probe("inner", log) { Probe("leaf", log) } })
    #expect(log.take().filter { $0.contains("mount") } == ["mount inner", "mount leaf"])
    stage.update(Probe("outer", log, value: 51))
    #expect(log.take().filter { $0.contains("mount") } == ["unmount inner", "unmount leaf"])
  }

  @Test func `move views by their keys`() {
    let log = log
    let row = { (name: String) in Probe(name, log, key: name) }
    let stage = Stage(
      Probe("root", log) {
        row("a")
        row("b")
        row("c")
      }
    )
    let views = stage.renderer.rootNode.children.map(\.nativeView)
    let before = stage.renderer.counts
    stage.update(
      Probe("root", log) {
        row("c")
        row("n")
        row("a")
      }
    )
    let after = stage.renderer.rootNode.children.map(\.nativeView)
    #expect(after[0] === views[2] && after[2] === views[0])
    #expect(stage.picture == "root[c n a]")
    #expect(stage.renderer.counts.moved - before.moved == 1)
    #expect(stage.renderer.counts.created - before.created == 1)
    #expect(stage.renderer.counts.removed - before.removed == 1)
  }

  @Test func `reuse siblings without keys by their order within a type`() {
    let log = log
    let stage = Stage(
      Probe("root", log) {
        Probe("a", log)
        Label(props: .build { $0.text = "l" })
        Probe("b", log)
      }
    )
    let nodes = Array(stage.renderer.rootNode.children)
    stage.update(
      Probe("root", log) {
        Label(props: .build { $0.text = "l" })
        Probe("x", log)
        Probe("y", log)
      }
    )
    let new = stage.renderer.rootNode.children
    #expect(new[0] === nodes[1] && new[1] === nodes[0] && new[2] === nodes[2])
  }

  @Test func `take over props silently where an update is refused`() {
    let log = log
    let stage = Stage(Probe("root", log, value: 1))
    _ = log.take()
    stage.update(Probe("root", log, value: 999))
    #expect(log.take() == [])
    #expect(stage.renderer.rootNode.latestProps(of: Probe.self)?.value == 999)
  }

  @Test func `take a state that is set while props are received into the same update`() {
    let log = log
    let stage = Stage(Probe("root", log, value: 1))
    _ = log.take()
    stage.update(Probe("root", log, value: 50))
    #expect(log.take() == ["receive root", "children root 50", "apply root"])
    (stage.renderer.rootNode as? Node<Probe>)?.setState(Probe.Number(number: 998))
    (stage.renderer.rootNode as? Node<Probe>)?.setState(Probe.Number(number: 1000))
    #expect(log.take() == [])
    stage.tree.flush()
    #expect(log.take() == ["children root 1000", "apply root"])
  }

  @Test func `set a state from another thread`() async {
    let log = log
    let stage = Stage(Probe("root", log))
    guard let node = stage.renderer.rootNode as? Node<Probe> else { return #expect(Bool(false)) }
    _ = log.take()
    await Task.detached { node.setState(Probe.Number(number: 7)) }.value
    while node.state.number == 0, !Task.isCancelled {
      await Task.yield()
      stage.tree.flush()
    }
    #expect(log.take() == ["children root 7", "apply root"])
  }

  @Test func `call each completion once, also of nodes that aren't shown`() {
    let log = log
    let renderer = Renderer(rootDescription: Probe("root", log), store: nil)
    var calls = 0
    renderer.rootNode.update(with: Probe("root", log, value: 3), animation: .none) { calls += 1 }
    #expect(calls == 1)
    renderer.rootNode.update(with: Probe("root", log, value: 999), animation: .none) { calls += 1 }
    renderer.rootNode.update(with: Label(props: .init()), animation: .none) { calls += 1 }
    #expect(calls == 3)
  }

  @Test func `take descriptions that come in the middle of an update after it`() throws {
    let calls = UpdateCalls()
    let stage = Stage(Caller(props: .init(calls: calls, value: 0)))
    var completions = 0
    calls.onApply = { [weak calls] node in
      calls?.onApply = nil
      let next = Caller(props: .init(calls: calls, value: 2))
      node.update(with: next, animation: .none) { completions += 1 }
      #expect(completions == 0)
    }
    stage.update(Caller(props: .init(calls: calls, value: 1)))
    #expect(calls.applied == [0, 1, 2])
    #expect(completions == 1)
  }

  @Test func `give a node in the middle of an update what its parent is told`() throws {
    let log = log
    let calls = UpdateCalls()
    func tree(_ value: Int) -> Probe {
      Probe("root", log, value: value) { Caller(props: .init(calls: calls, value: value)) }
    }
    let stage = Stage(tree(0))
    let child = try #require(stage.renderer.rootNode.children.first as? Node<Caller>)
    calls.onApply = { [weak calls] node in
      calls?.onApply = nil
      node.parent?.update(with: tree(7))
    }
    child.setState(Caller.Number(number: 1))
    stage.tree.flush()
    #expect(calls.applied == [0, 0, 7])
    #expect(child.description.props.value == 7)
  }

  @Test func `call the completion of an update whose node goes before it`() throws {
    let log = log
    let calls = UpdateCalls()
    let stage = Stage(Probe("root", log) { Caller(props: .init(calls: calls, value: 0)) })
    let child = try #require(stage.renderer.rootNode.children.first as? Node<Caller>)
    var completions = 0
    calls.onApply = { [weak calls] node in
      calls?.onApply = nil
      let next = Caller(props: .init(calls: calls, value: 2))
      node.update(with: next, animation: .none) { completions += 1 }
      node.parent?.update(with: Probe("root", log, value: 1))
    }
    child.setState(Caller.Number(number: 1))
    stage.tree.flush()
    #expect(calls.applied == [0, 0])
    #expect(completions == 1)
  }

  @Test func `skip what shows the same element`() {
    let log = log
    let header = Element(Probe("header", log) { Probe("deep", log) })
    let stage = Stage(
      Probe("root", log) {
        header
        Probe("b", log)
      }
    )
    _ = log.take()
    stage.update(
      Probe("root", log, value: 1) {
        header
        Probe("b", log, value: 1)
      }
    )
    #expect(
      log.take() == [
        "receive root", "children root", "receive b", "children b", "apply b", "apply root",
      ]
    )
  }

  @Test func `keep states as mocks say`() {
    let log = log
    let mocks = StateMockProvider()
    mocks.mockState(Probe.Number(number: 5), for: Probe.self) { $0.name == "a" }
    mocks.mockState(Probe.Number(number: 6), for: Probe.self)
    let stage = Stage(Probe("root", log) { Probe("a", log) }, mocks: mocks)
    #expect(log.take().prefix(2) == ["children root 6", "children a 5"])
    (stage.renderer.rootNode as? Node<Probe>)?.setState(Probe.Number(number: 9))
    stage.tree.flush()
    #expect((stage.renderer.rootNode as? Node<Probe>)?.state.number == 6)
  }

  @Test func `go with their renderer, and leave views of others in the container`() {
    let log = log
    let container = NativeView()
    let foreign = NativeView()
    container.append(foreign)
    do {
      let renderer = Renderer(rootDescription: Probe("root", log) { Probe("a", log) }, store: nil)
      renderer.render(in: container)
      #expect(container.children.count == 2)
      _ = log.take()
    }
    #expect(log.take() == ["unmount root", "unmount a"])
    #expect(container.children.count == 1 && container.firstChild === foreign)
  }

  @Test func `keep managed children until they are removed, or go with their node`() throws {
    let log = log
    let stage = Stage(Probe("root", log))
    let cells = NativeView()
    let node = stage.renderer.rootNode
    let first = try #require(node.addManagedChild(with: Probe("cell", log), in: cells))
    node.addManagedChild(with: Probe("other", log), in: cells)
    #expect(node.managedChildren.count == 2 && cells.children.count == 2)
    _ = log.take()
    node.removeManagedChild(node: first)
    #expect(log.take() == ["unmount cell"] && cells.children.count == 1)
    node.removeManagedChild(node: first)
    #expect(stage.diagnoses.all.count == 1)
  }
}

@MainActor
struct `mistakes in descriptions` {
  let log = Log()

  @Test func `that children can't be described leaves those that are there`() {
    let log = log
    let stage = Stage(
      Probe("root", log) {
        Probe("a", log) { Probe("a1", log) }
        Probe("b", log)
      }
    )
    stage.update(
      Probe("root", log, value: 1) {
        Probe("a", log, value: 1, fails: true) { Probe("a2", log) }
        Probe("b", log, value: 1)
      }
    )
    #expect(stage.picture == "root[a[a1] b]")
    #expect(stage.diagnoses.all.map(\.subject) == ["Probe > Probe"])
    #expect(stage.diagnoses.problems.first?.contains("childrenDescriptions has failed") == true)
  }

  @Test func `an error boundary shows something else, until it gets other props`() {
    let log = log
    let stage = Stage(Boundary(props: .init(log: log, fails: false)))
    #expect(stage.picture == "-[ok[fine]]")
    stage.update(Boundary(props: .init(log: log, fails: true)))
    #expect(stage.picture == "-[sorry]")
    stage.update(Boundary(props: .init(log: log, fails: false)))
    #expect(stage.picture == "-[ok[fine]]")
    let other = Stage(Boundary(props: .init(log: log, fails: true)))
    #expect(other.picture == "-[sorry]")
  }

  @Test func `two failures at once are one boundary's, and those of its fallback another one's`() {
    let log = log
    let shelter = { (children: [any AnyNodeDescription], fails: Bool) in
      var props = NestedProps()
      props.children = NodeChildren(children)
      props.fallback = [Probe("sorry", log, fails: fails)]
      return Shelter(props: props)
    }
    let failing = [Probe("a", log, fails: true), Probe("b", log, fails: true)]
    #expect(Stage(shelter([shelter(failing, false)], false)).picture == "-[-[sorry]]")
    #expect(Stage(shelter([shelter(failing, true)], false)).picture == "-[sorry]")
  }

  @Test func `what is wrong with the first nodes is told where diagnoses go later`() {
    let log = log
    let screen = Probe("root", log) { Probe("a", log, fails: true) }
    let renderer = Renderer(rootDescription: screen, store: nil)
    let diagnoses = Diagnoses()
    diagnoses.take(from: renderer)
    #expect(diagnoses.problems.count == 1)

    let tree = ViewTree(size: CGSize(width: 100, height: 100))
    var told: [ViewDiagnosis] = []
    tree.onDiagnosis = { told.append($0) }
    let other = Renderer(rootDescription: screen, store: nil)
    #expect(told.isEmpty)
    other.render(in: tree.root)
    #expect(told.count == 1)
    withExtendedLifetime((renderer, other)) {}
  }

  @Test func `keys that occur twice are told, and their nodes shown`() {
    let log = log
    let stage = Stage(
      Probe("root", log) {
        Probe("a", log, key: "k")
        Probe("b", log, key: "k")
      }
    )
    #expect(stage.picture == "root[a b]")
    #expect(stage.diagnoses.problems.count == 1)
    stage.update(
      Probe("root", log) {
        Probe("a", log, key: "k")
        Probe("b", log, key: "k")
        Probe("c", log, key: "k")
      }
    )
    #expect(stage.picture == "root[a b c]")
    #expect(stage.diagnoses.problems.count == 2)
  }

  @Test func `a description that is in itself ends at a depth`() {
    let log = log
    let stage = Stage(Probe("root", log) { Probe("a", log) })
    stage.update(Probe("root", log, value: 1) { Endless(props: .init()) })
    #expect(stage.diagnoses.problems.first?.hasPrefix("nodes are 256 deep") == true)
    var depth = 0
    var node: AnyNode? = stage.renderer.rootNode
    while let child = node?.children.first { (node, depth) = (child, depth + 1) }
    #expect(depth == 256)
  }

  @Test func `a view that somebody else has removed is inserted again`() {
    let log = log
    let stage = Stage(
      Probe("root", log) {
        Probe("a", log)
        Probe("b", log)
        Probe("c", log)
      }
    )
    stage.renderer.rootNode.children[1].nativeView?.removeFromParent()
    #expect(stage.picture == "root[a c]")
    stage.update(
      Probe("root", log, value: 1) {
        Probe("a", log)
        Probe("b", log)
        Probe("c", log)
      }
    )
    #expect(stage.picture == "root[a b c]")
    #expect(stage.diagnoses.problems.count == 1)
    // An update with all of them in between is no reason to look no more.
    for (value, child) in [(2, 0), (3, 2)] {
      let view = stage.renderer.rootNode.children[child].nativeView
      if let view { stage.tree.root.insert(view, after: nil) }
      stage.update(
        Probe("root", log, value: value) {
          Probe("a", log)
          Probe("b", log)
          Probe("c", log)
        }
      )
      #expect(stage.renderer.rootNode.children[child].nativeView === view)
      #expect(view?.parent === stage.renderer.rootNode.nativeView)
      #expect(stage.picture == "root[a b c]")
    }
    #expect(stage.diagnoses.problems.count == 3)
  }

  @Test func `a node that sets its state in each update is stopped for the frame`() {
    let stage = Stage(Restless(props: .init()))
    #expect(stage.diagnoses.problems.count == 2)
    #expect(stage.diagnoses.problems.first?.contains("times in one frame") == true)
  }

  @Test func `a second rendering and a description of another type are told`() {
    let log = log
    let stage = Stage(Probe("root", log))
    stage.renderer.render(in: NativeView())
    stage.update(Label(props: .init()))
    #expect(stage.diagnoses.problems.count == 2)
    #expect(stage.picture == "root")
  }
}

struct Boundary: ErrorBoundary {
  struct Props: NodeDescriptionProps {
    var log: Log
    var fails: Bool
    var frame: CGRect = .zero
    var alpha: CGFloat = 1
    var key: String?
  }
  var props: Props

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping @Sendable (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    Probe("ok", props.log, key: "ok") { Probe("fine", props.log, fails: props.fails) }
  }

  static func fallbackDescriptions(
    for error: any Error,
    props: Props,
    state: EmptyState
  ) -> [any AnyNodeDescription] {
    Probe("sorry", props.log, key: "sorry")
  }
}

struct Endless: NodeDescription {
  var props: EmptyProps

  static func childrenDescriptions(
    props: EmptyProps,
    state: EmptyState,
    update: @escaping @Sendable (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    Endless(props: props)
  }
}

struct Restless: NodeDescriptionWithoutChildren {
  struct Count: NodeDescriptionState { var count = 0 }
  var props: EmptyProps

  static func applyPropsToNativeView(
    props: EmptyProps,
    state: Count,
    view: NativeView,
    update: @escaping @Sendable (Count) -> Void,
    node: AnyNode
  ) {
    update(Count(count: state.count + 1))
  }
}
