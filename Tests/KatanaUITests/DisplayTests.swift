import Foundation
import Katana
import KatanaUI
import NativeViews
import Plastic
import Testing
import ViewRecording

/// A text that is as large as it is measured.
private struct Text: NodeDescriptionWithoutChildren {
  struct Content: SizeMeasuring {
    let measurer: any TextMeasuring
    func size(within limit: CGSize, scale: (Value) -> CGFloat) -> CGSize {
      measurer.size(of: TextBlock("text"), width: limit.width)
    }
    static func == (left: Content, right: Content) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }
  var props: EmptyProps
  func layoutContent(measurer: any TextMeasuring) -> (any SizeMeasuring)? {
    Content(measurer: measurer)
  }
}

/// A text a third of a point from the edge.
private struct Caption: PlasticNodeDescription {
  enum Keys: String { case text }
  var props: EmptyProps

  static func childrenDescriptions(
    props: EmptyProps,
    state: EmptyState,
    update: @escaping @Sendable (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] { [Text(props: .build { $0.key = "text" })] }

  static func layout(views: ViewsContainer<Keys>, props: EmptyProps, state: EmptyState) throws {
    let text = try views.view(.text)
    text.sizeToFit()
    text.left = views.nativeView.left + .fixed(1.0 / 3)
  }
}

/// The same, whose layout is remembered.
private struct RememberedCaption: PlasticNodeDescription {
  typealias Keys = Caption.Keys
  var props: EmptyProps

  static func childrenDescriptions(
    props: EmptyProps,
    state: EmptyState,
    update: @escaping @Sendable (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] { [Text(props: .build { $0.key = "text" })] }

  static func layout(views: ViewsContainer<Keys>, props: EmptyProps, state: EmptyState) throws {
    try Caption.layout(views: views, props: props, state: state)
  }

  static func layoutHash(props: EmptyProps, state: EmptyState) -> Int? { 1 }
}

/// A caption in a layout that fails.
private struct Misplaced: PlasticNodeDescription {
  typealias Keys = Caption.Keys
  var props: EmptyProps

  static func childrenDescriptions(
    props: EmptyProps,
    state: EmptyState,
    update: @escaping @Sendable (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] { [Caption(props: EmptyProps())] }

  static func layout(views: ViewsContainer<Keys>, props: EmptyProps, state: EmptyState) throws {
    throw ProbeError()
  }
}

@MainActor
struct `displays` {
  /// Ways to a display.
  enum Way: CaseIterable {
    case render
    case entering
    case otherTree
    case otherScale
    case otherScaleAndSize
    case comingBack
  }

  private let display = ChangingDisplay(2, advance: 12)
  private let size = CGSize(width: 100, height: 100)

  /// Captions in nodes with and without a layout, in rows and in a container of the program.
  private var description: any AnyNodeDescription {
    let log = Log()
    return Probe(
      props: .init(
        name: "root",
        log: log,
        children: [
          Caption(props: .build { $0.frame.size = size }),
          Probe("inner", log) { Caption(props: .build { $0.key = "deep" }) },
          ForEach([Item(id: 1, text: "a")], in: .zero) { _ in Caption(props: EmptyProps()) },
          List(in: CGRect(origin: .zero, size: size)) {
            ListSection([Item(id: 1, text: "b"), Item(id: 2, text: "c")], height: .fixed(10.3)) {
              _ in
              Caption(props: EmptyProps())
            }
          },
        ],
        frame: CGRect(origin: .zero, size: size)
      )
    )
  }

  /// Renders, and brings what is rendered to the display.
  private func show(by way: Way) -> (tree: ViewTree, renderer: Renderer) {
    let tree = ViewTree(size: size, backend: display)
    let renderer = Renderer(rootDescription: description, store: nil)
    let container = NativeView()
    let managed = NativeView()
    func render(in view: NativeView) {
      renderer.render(in: view)
      renderer.rootNode.addManagedChild(with: Caption(props: EmptyProps()), in: managed)
      renderer.rootNode.nativeView?.append(managed)
    }
    switch way {
    case .render:
      tree.root.append(container)
      render(in: container)
    case .entering:
      render(in: container)
      tree.root.append(container)
    case .otherTree:
      let other = ViewTree(size: size, backend: ChangingDisplay(1.5, advance: 12))
      other.root.append(container)
      render(in: container)
      other.flush()
      tree.root.append(container)
    case .otherScale:
      display.displayScale = 1
      tree.root.append(container)
      render(in: container)
      tree.flush()
      display.displayScale = 2
    case .otherScaleAndSize:
      // A resize before the frame places children for its size alone.
      display.displayScale = 1
      render(in: tree.root)
      tree.flush()
      display.displayScale = 2
      tree.resize(to: CGSize(width: 120, height: 100))
    case .comingBack:
      display.displayScale = 1
      tree.root.append(container)
      render(in: container)
      tree.flush()
      container.removeFromParent()
      display.displayScale = 2
      tree.flush()
      tree.root.append(container)
    }
    tree.flush()
    return (tree, renderer)
  }

  @Test(arguments: Way.allCases)
  func `have texts as they measure them and edges at their pixels, however views come there`(
    by way: Way
  ) {
    let (tree, renderer) = show(by: way)
    var texts: [CGRect] = []
    var rows: [CGRect] = []
    tree.root.forEachView { view in
      if view.key == "text" { texts.append(view.frame) }
      if view.accessibility.role == .listItem { rows.append(view.frame) }
    }
    // A third of a point is nearest to half of one.
    let text = CGRect(x: 0.5, y: 0, width: 48, height: 12)
    #expect(texts == Array(repeating: text, count: 6))
    #expect(rows.map(\.minY) == [0, 10.5] && rows.map(\.maxY) == [10.5, 20.5])
    // What is there already is not made anew, and stays as it is.
    let counts = renderer.counts
    tree.flush()
    #expect(renderer.counts == counts)
  }

  @Test func `of one scale with other fonts have layouts of their own, also remembered ones`() {
    let caption = RememberedCaption(props: .build { $0.frame.size = size })
    let renderer = Renderer(rootDescription: caption, store: nil)
    let container = NativeView()
    renderer.render(in: container)
    let wide = ViewTree(size: size, backend: ChangingDisplay(2, advance: 20))
    let trees = [ViewTree(size: size, backend: display), wide]
    var widths: [CGFloat] = []
    for tree in trees + trees {
      tree.root.append(container)
      tree.flush()
      widths.append(renderer.rootNode.children[0].nativeView?.frame.size.width ?? 0)
    }
    #expect(widths == [48, 80, 48, 80])
  }

  /// Left edges of the texts in a tree.
  private func edges(in tree: ViewTree) -> [CGFloat] {
    var edges: [CGFloat] = []
    tree.root.forEachView { view in if view.key == "text" { edges.append(view.frame.minX) } }
    return edges
  }

  @Test func `reach what a node with a layout manages itself`() {
    let tree = ViewTree(size: size, backend: display)
    let caption = Caption(props: .build { $0.frame.size = size })
    let renderer = Renderer(rootDescription: caption, store: nil)
    renderer.render(in: tree.root)
    let managed = NativeView()
    renderer.rootNode.nativeView?.append(managed)
    renderer.rootNode.addManagedChild(with: Caption(props: EmptyProps()), in: managed)
    tree.flush()
    #expect(edges(in: tree) == [0.5, 0.5])
    display.displayScale = 1
    tree.flush()
    #expect(edges(in: tree) == [0, 0])
  }

  @Test func `reach what is in a layout that fails`() {
    let tree = ViewTree(size: size, backend: display)
    let misplaced = Misplaced(props: .build { $0.frame.size = size })
    let renderer = Renderer(rootDescription: misplaced, store: nil)
    let diagnoses = Diagnoses()
    diagnoses.take(from: renderer)
    renderer.render(in: tree.root)
    tree.flush()
    #expect(edges(in: tree) == [0.5])
    display.displayScale = 1
    tree.flush()
    #expect(edges(in: tree) == [0])
    #expect(diagnoses.problems.allSatisfy { $0.contains("layout has failed") })
  }

  @Test func `run layouts once more at most, and describe nothing anew`() {
    let log = Log()
    let renderer = Renderer(rootDescription: Panels(props: .init(log: log)), store: nil)
    #expect(log.take().filter { $0 == "layout" || $0 == "children" } == ["children", "layout"])
    let tree = ViewTree(size: size, backend: display)
    renderer.render(in: tree.root)
    tree.flush()
    #expect(log.take().filter { $0 == "layout" || $0.contains("children") } == ["layout"])
    // As without one.
    let plain = Stage(Panels(props: .init(log: log)))
    plain.tree.flush()
    #expect(log.take().filter { $0 == "layout" }.count == 1)
  }
}
