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
struct Scaled: NodeDescriptionWithoutChildren {
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

  @Test func `whose keys have no names aren't run, and told the remedy`() {
    let stage = Stage(Unnamed(props: .init()))
    #expect(stage.diagnoses.problems.count == 1)
    #expect(stage.diagnoses.problems.first?.contains("let it adopt CaseIterable") == true)
    #expect(stage.renderer.rootNode.children.count == 1)
  }
}

/// A layout that finds none of its views.
struct Unnamed: PlasticNodeDescription {
  enum Keys { case square }
  var props: EmptyProps

  static func childrenDescriptions(
    props: EmptyProps,
    state: EmptyState,
    update: @escaping @Sendable (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    var square = Square(props: Square.Props())
    square.props.setKey(Keys.square)
    return [square]
  }

  static func layout(views: ViewsContainer<Keys>, props: EmptyProps, state: EmptyState) throws {
    try views.view(.square).fill(views.nativeView)
  }
}

/// A column of boxes whose contents and number the props say, each as high as its content.
struct Column: PlasticNodeDescription {
  enum Keys: String, CaseIterable { case first, second, third }
  struct Props: NodeDescriptionProps {
    var sides: [CGFloat] = []
    var shift: CGFloat = 0
    /// Where the second box is before it is laid out; it stays there without a key.
    var declared: CGRect?
    var frame = CGRect(x: 0, y: 0, width: 100, height: 100)
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
    zip(Keys.allCases, props.sides).map { key, side in
      var box = Square(props: Square.Props())
      box.props.side = side
      if key == .second, let declared = props.declared { box.props.frame = declared }
      if key != .second || props.declared == nil { box.props.key = key.rawValue }
      return box
    }
  }

  static func layout(views: ViewsContainer<Keys>, props: Props, state: EmptyState) {
    var top = views.nativeView.top + .fixed(props.shift)
    for key in Keys.allCases {
      guard let box = views[key] else { continue }
      box.sizeToFit()
      box.top = top
      top = box.bottom
    }
  }
}

/// A view whose content is a square.
struct Square: NodeDescriptionWithoutChildren {
  struct Props: NodeDescriptionProps {
    var side: CGFloat = 0
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
  }
  struct Content: SizeMeasuring {
    let side: CGFloat
    func size(within limit: CGSize, scale: (Value) -> CGFloat) -> CGSize {
      CGSize(width: side, height: side)
    }
  }
  var props: Props

  func layoutContent(measurer: any TextMeasuring) -> (any SizeMeasuring)? {
    Content(side: props.side)
  }
}

@MainActor
struct `layouts that run each time` {
  private func frames(_ stage: Stage) -> [CGRect] {
    stage.renderer.rootNode.children.compactMap { $0.nativeView?.frame }
  }

  private func square(_ y: CGFloat, _ side: CGFloat) -> CGRect {
    CGRect(x: 0, y: y, width: side, height: side)
  }

  @Test func `measure what the children show now, in whatever was laid out before`() {
    let stage = Stage(Column(props: .init(sides: [10, 20, 30])))
    #expect(frames(stage) == [square(0, 10), square(10, 20), square(30, 30)])
    stage.update(Column(props: .init(sides: [5, 20, 7])))
    #expect(frames(stage) == [square(0, 5), square(5, 20), square(25, 7)])
    stage.update(Column(props: .init(sides: [5, 20, 7], shift: 3)))
    #expect(frames(stage) == [square(3, 5), square(8, 20), square(28, 7)])
    // Fewer, more, and one that isn't laid out, here or there.
    stage.update(Column(props: .init(sides: [1, 2])))
    #expect(frames(stage) == [square(0, 1), square(1, 2)])
    stage.update(Column(props: .init(sides: [1, 2, 3])))
    #expect(frames(stage) == [square(0, 1), square(1, 2), square(3, 3)])
    for x in [4, 4, 9] as [CGFloat] {
      let place = CGRect(x: x, y: 50, width: 8, height: 8)
      stage.update(Column(props: .init(sides: [1, 2, 3], declared: place)))
      #expect(frames(stage) == [square(0, 1), place, square(1, 3)])
    }
    #expect(stage.diagnoses.problems.isEmpty)
  }

  @Test func `of two nodes don't mix`() {
    let stages = [
      Stage(Column(props: .init(sides: [10, 20, 30]))), Stage(Column(props: .init(sides: [1]))),
    ]
    for side in [2, 3] as [CGFloat] {
      stages[0].update(Column(props: .init(sides: [side, 20, 30])))
      stages[1].update(Column(props: .init(sides: [side])))
      #expect(frames(stages[0]) == [square(0, side), square(side, 20), square(side + 20, 30)])
      #expect(frames(stages[1]) == [square(0, side)])
    }
  }
}

/// A box as large as its content above one of a fixed size, by a layout that reads nothing else.
struct Remembered: PlasticNodeDescription {
  enum Keys: String { case measured, fixed }
  struct Props: NodeDescriptionProps {
    var log: Log
    var sides: [CGFloat]
    var frame = CGRect(x: 0, y: 0, width: 100, height: 100)
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
    zip([Keys.measured, .fixed], props.sides).map { key, side in
      var box = Square(props: Square.Props())
      box.props.side = side
      box.props.setKey(key)
      return box
    }
  }

  static func layout(views: ViewsContainer<Keys>, props: Props, state: EmptyState) throws {
    props.log.note("layout")
    let (measured, fixed) = (try views.view(.measured), try views.view(.fixed))
    measured.sizeToFit()
    fixed.size = .fixed(5, 5)
    fixed.top = measured.bottom
  }

  static func layoutHash(props: Props, state: EmptyState) -> Int? { 0 }
}

@MainActor
struct `layouts with a hash` {
  @Test func `run again only for another size, and for other contents where they measure those`() {
    let log = Log()
    let stage = Stage(Remembered(props: .init(log: log, sides: [10, 20])))
    let tops = { stage.renderer.rootNode.children.compactMap { $0.nativeView?.frame.maxY } }
    #expect(log.take() == ["layout"])
    #expect(tops() == [10, 15])
    for (sides, runs) in [([10, 30], 0), ([12, 30], 1), ([10, 40], 0), ([12, 40], 0)]
      as [([CGFloat], Int)]
    {
      stage.update(Remembered(props: .init(log: log, sides: sides)))
      #expect(log.take().count == runs)
      #expect(tops() == [sides[0], sides[0] + 5])
    }
    stage.tree.resize(to: CGSize(width: 200, height: 100))
    stage.tree.flush()
    #expect(log.take() == ["layout"])
    // More than are kept.
    for side in 20..<40 {
      stage.update(Remembered(props: .init(log: log, sides: [CGFloat(side), 40])))
      #expect(tops() == [CGFloat(side), CGFloat(side) + 5])
    }
    #expect(log.take().count == 20)
    #expect(stage.diagnoses.problems.isEmpty)
  }
}

struct `keys of children` {
  private enum Plain { case first, second }
  private enum Numbered { case row(Bool) }
  private enum Named: String, CustomStringConvertible {
    case first
    nonisolated(unsafe) static var language = "en"
    var description: String { unsafe "\(Self.language)-\(rawValue)" }
  }

  private func name(_ key: some Any) -> String? {
    EmptyProps.build { $0.setKey(key) }.key
  }

  @Test func `are descriptions, each time`() {
    for _ in 0..<3 {
      #expect(name(Plain.first) == "first")
      #expect(name(Plain.second) == "second")
      #expect(name(Plain?.some(.second)) == "\(Plain?.some(.second) as Any)")
      #expect(name(Numbered.row(true)) == "row(true)")
      #expect(name(Numbered.row(false)) == "row(false)")
      #expect(name(true) == "true")
      #expect(name(UInt8(7)) == "7")
      #expect(name("text") == "text")
      #expect(name(()) == "()")
    }
    // A type's own description may become another one.
    for language in ["en", "it"] {
      unsafe Named.language = language
      #expect(name(Named.first) == "\(language)-first")
    }
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
