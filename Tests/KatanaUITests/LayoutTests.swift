import Foundation
import KatanaUI
import NativeViews
import Plastic
import Testing

/// A screen of two panels, one of which has children in its props.
struct Panels: PlasticNodeDescription, PlasticReferenceSizeable {
  enum Keys: String { case left, right, inner }
  struct Props: NodeDescriptionProps {
    var log: Log
    var hash: Int?
    var doubles = false
    var scalesUnknown = false
    var frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    var alpha: CGFloat = 1
    var key: String?
  }
  var props: Props

  static let referenceSize = CGSize(width: 50, height: 50)

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping @Sendable (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    props.log.note("children")
    return [
      Probe("left", props.log, key: "left") { Probe("inner", props.log, key: "inner") },
      Scaled(props: .build { $0.key = props.doubles ? "left" : "right" }),
    ]
  }

  static func layout(views: ViewsContainer<Keys>, props: Props, state: EmptyState) throws {
    props.log.note("layout")
    let left = try views.view(.left)
    left.asHeader(views.nativeView)
    left.height = .scalable(10)
    let inner = try views.view(.inner)
    inner.left = left.left + 1
    inner.width = .fixed(3)
    let right = try views.view(.right)
    right.asFooter(views.nativeView)
    right.height = .scalable(5)
  }

  static func layoutHash(props: Props, state: EmptyState) -> Int? { props.hash }
}

/// A view whose radius scales.
struct Scaled: NodeDescription {
  var props: EmptyProps

  static func applyPropsToNativeView(
    props: EmptyProps,
    state: EmptyState,
    view: NativeView,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.frame = props.frame
    view.cornerRadius = 3 * node.plasticMultiplier
  }
}

@MainActor
struct `layouts of nodes` {
  let log = Log()

  func frames(_ stage: Stage) -> [CGRect] {
    var frames: [CGRect] = []
    stage.renderer.rootNode.nativeView?.forEachView { frames.append($0.frame) }
    return Array(frames.dropFirst())
  }

  @Test func `place children, and those in their props`() {
    let stage = Stage(Panels(props: .init(log: log)))
    #expect(
      frames(stage) == [
        CGRect(x: 0, y: 0, width: 100, height: 20), CGRect(x: 2, y: 0, width: 3, height: 0),
        CGRect(x: 0, y: 90, width: 100, height: 10),
      ]
    )
    #expect(stage.renderer.rootNode.children[1].nativeView?.cornerRadius == 6)
  }

  @Test func `follow the container's size without asking for children`() {
    let stage = Stage(Panels(props: .init(log: log)))
    _ = log.take()
    stage.tree.resize(to: CGSize(width: 200, height: 150))
    stage.tree.flush()
    #expect(!log.take().contains("children"))
    #expect(
      frames(stage) == [
        CGRect(x: 0, y: 0, width: 200, height: 30), CGRect(x: 3, y: 0, width: 3, height: 0),
        CGRect(x: 0, y: 135, width: 200, height: 15),
      ]
    )
    #expect(stage.renderer.rootNode.children[1].nativeView?.cornerRadius == 9)
    // The node knows its new place: an update lays out in it.
    stage.renderer.rootNode.forceReload()
    #expect(frames(stage).last == CGRect(x: 0, y: 135, width: 200, height: 15))
  }

  @Test func `are taken from the cache where they have a hash`() {
    let stage = Stage(Panels(props: .init(log: log, hash: 1)))
    #expect(log.take().filter { $0 == "layout" }.count == 1)
    stage.renderer.rootNode.forceReload()
    #expect(log.take().filter { $0 == "layout" }.count == 0)
    #expect(stage.renderer.layoutsCache.statistics.hits == 1)
  }

  @Test func `that fail are told, and children stay where their props say`() {
    let stage = Stage(Panels(props: .init(log: log)))
    var props = Panels.Props(log: log)
    props.doubles = true
    stage.update(Panels(props: props))
    #expect(stage.diagnoses.problems.count == 1)
    #expect(stage.diagnoses.problems.first?.contains("layout has failed") == true)
    #expect(stage.renderer.rootNode.children.count == 2)
  }
}

@MainActor
struct `handlers` {
  @Test func `are equal at one place with equal captures, and otherwise to their copies`() {
    let make = { (id: Int) in Handler<Void>(id) {} }
    #expect(make(1) == make(1))
    #expect(make(1) != make(2))
    #expect(make(1) != Handler<Void>(1) {})
    let literal: HandlerTable<String> = ["a": {}]
    let copy = literal
    let other: HandlerTable<String> = ["a": {}]
    #expect(literal == copy)
    #expect(literal != other)
    #expect(literal.handlesSameEvents(as: other))
    #expect(!literal.handlesSameEvents(as: ["b": {}]))
  }

  @Test func `of a button that isn't updated are the newest`() {
    let log = Log()
    let button = { (value: Int) in
      Button(
        props: .build {
          $0.title = "t"
          $0.touchHandlers = [.touchUpInside: { log.note("\(value)") }]
        }
      )
    }
    let stage = Stage(button(1))
    let updated = stage.renderer.counts.updated
    stage.update(button(2))
    #expect(stage.renderer.counts.updated == updated)
    (stage.renderer.rootNode.nativeView as? TestButton)?.onTap?()
    #expect(log.take() == ["2"])
  }
}
