import Foundation
import Katana
import KatanaUI
import NativeViews
import SeededRandom
import Testing

/// The function of a description that fails.
enum Flaw: CaseIterable {
  case children
  case view
  case connection
  /// Only while it comes or goes.
  case whileFaded
}

/// Props of all that a ``FragileTree`` describes.
protocol FragileProps: NodeDescriptionProps {
  init()
  var flaw: Flaw? { get set }
  var motion: BoxMotion { get set }
  var content: NodeChildren { get set }
  var fallback: NodeChildren { get set }
}

extension FragileProps {
  func check(_ function: Flaw) throws {
    if flaw == function { throw ProbeError() }
  }

  func children() throws -> [any AnyNodeDescription] {
    try check(.children)
    if flaw == .whileFaded, alpha < 1 { throw ProbeError() }
    return content.descriptions
  }

  @MainActor func apply(to view: NativeView) throws {
    try check(.view)
    (view.frame, view.alpha) = (frame, alpha)
  }
}

/// How often something was counted that shows nothing.
struct Ticks: NodeDescriptionState {
  var count = 0
}

/// Children in the props.
struct NestedProps: FragileProps, Childrenable {
  var flaw: Flaw?
  var motion = BoxMotion.none
  var content: NodeChildren {
    get { children }
    set { children = newValue }
  }
  var children: NodeChildren = []
  var fallback: NodeChildren = []
  var frame: CGRect = .zero
  var alpha: CGFloat = 1
  var key: String?
}

/// Children that only the node knows, and animates.
struct OwnProps: FragileProps {
  var flaw: Flaw?
  var motion = BoxMotion.none
  var content: NodeChildren = []
  var fallback: NodeChildren = []
  var frame: CGRect = .zero
  var alpha: CGFloat = 1
  var key: String?
}

protocol FragileDescription: NodeDescription
where PropsType: FragileProps, StateType == Ticks, NativeView == NativeViews.NativeView {
  init(props: PropsType)
}

extension FragileDescription {
  static func childrenDescriptions(
    props: PropsType,
    state: Ticks,
    update: @escaping @Sendable (Ticks) -> Void,
    dispatch: @escaping StoreDispatch
  ) throws -> [any AnyNodeDescription] {
    try props.children()
  }

  @MainActor static func applyPropsToNativeView(
    props: PropsType,
    state: Ticks,
    view: NativeView,
    update: @escaping @Sendable (Ticks) -> Void,
    node: AnyNode
  ) throws {
    try props.apply(to: view)
  }

  static func fallbackDescriptions(
    for error: any Error,
    props: PropsType,
    state: Ticks
  ) -> [any AnyNodeDescription] {
    props.fallback.descriptions
  }
}

struct Piece: FragileDescription {
  var props: NestedProps
}

struct LinkedPiece: FragileDescription, ConnectedNodeDescription {
  var props: NestedProps
  static func connect(props: inout NestedProps, to state: NotesState) throws {
    try props.check(.connection)
  }
}

struct Shelter: FragileDescription, ErrorBoundary {
  var props: NestedProps
}

struct Hall: FragileDescription, ErrorBoundary {
  typealias Keys = String
  var props: OwnProps

  static func updateChildrenAnimations(
    container: inout ChildrenAnimations<String>,
    currentProps: OwnProps,
    nextProps: OwnProps,
    currentState: Ticks,
    nextState: Ticks
  ) {
    nextProps.motion.animate(&container)
  }
}

/// What a test shows, and what is to be seen of it.
struct FragileTree {
  enum Kind: CaseIterable {
    case piece
    case linked
    case shelter
    case hall
  }

  var kind: Kind
  var key: String?
  var x = 0
  var flaw: Flaw?
  var motion = BoxMotion.none
  var content: [FragileTree] = []
  var fallback: [FragileTree] = []

  static func random(_ random: inout SplitMix64, depth: Int, key: String?) -> FragileTree {
    var tree = FragileTree(kind: Kind.allCases[random.next(below: 4)], key: key)
    for _ in 0..<2 + 3 * depth { tree.change(&random, depth: depth) }
    return tree
  }

  static func children(_ random: inout SplitMix64, depth: Int) -> [FragileTree] {
    guard depth > 0 else { return [] }
    return ["a", "b", "c", "d"].shuffled(using: &random).prefix(random.next(below: 5)).map {
      .random(&random, depth: depth - 1, key: random.next(below: 6) == 0 ? nil : $0)
    }
  }

  mutating func change(_ random: inout SplitMix64, depth: Int) {
    switch random.next(below: 12) {
    case 0: flaw = nil
    case 1: flaw = Flaw.allCases[random.next(below: 4)]
    case 2: x = random.next(below: 90)
    case 3: content.shuffle(using: &random)
    case 4: content = Self.children(&random, depth: depth)
    case 5: fallback = Self.children(&random, depth: min(depth, 2))
    case 6: motion = BoxMotion.allCases[random.next(below: BoxMotion.allCases.count - 1)]
    case 7 where !content.isEmpty: content.remove(at: random.next(below: content.count))
    case 8 where !fallback.isEmpty:
      fallback[random.next(below: fallback.count)].change(&random, depth: 1)
    default:
      guard !content.isEmpty else { return }
      content[random.next(below: content.count)].change(&random, depth: depth - 1)
    }
  }

  var description: any AnyNodeDescription {
    switch kind {
    case .piece: Piece(props: props())
    case .linked: LinkedPiece(props: props())
    case .shelter: Shelter(props: props())
    case .hall: Hall(props: props())
    }
  }

  private func props<Props: FragileProps>() -> Props {
    var props = Props()
    (props.flaw, props.motion, props.key) = (flaw, motion, key)
    props.content = NodeChildren(content.map(\.description))
    props.fallback = NodeChildren(fallback.map(\.description))
    props.frame = CGRect(x: x, y: 0, width: 10, height: 10)
    return props
  }

  /// Whether something in it fails that no boundary in it shows a fallback for.
  var fails: Bool {
    switch flaw {
    case .children, .view: true
    case .connection where kind == .linked: true
    default: shown.contains(where: \.fails)
    }
  }

  private var shown: [FragileTree] {
    let isBoundary = kind == .shelter || kind == .hall
    return isBoundary && content.contains(where: \.fails) ? fallback : content
  }

  /// Keys of the views that are seen, those in others in brackets.
  var keys: String {
    shown.map { child in
      let inner = child.keys
      return (child.key ?? "-") + (inner.isEmpty ? "" : "[\(inner)]")
    }.joined(separator: " ")
  }
}

/// Random failures and recoveries among animations, against what failed last and a tree that is built anew.
///
/// Source: docs/semantics/ui.md, U22, N6.
@MainActor
struct BoundaryModelTests {
  let store = Store<NotesState, EmptySideEffectDependencyContainer>()

  @Test(arguments: RandomHistories.seeds(150))
  func `the final screen shows what fails in the final state, and no other fallback`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    var tree = FragileTree(kind: .hall, fallback: [FragileTree(kind: .piece, key: "sorry")])
    tree.content = FragileTree.children(&random, depth: 3)
    let theatre = Theatre(tree.description, store: store)
    theatre.renderer?.onDiagnosis = { _ in }
    let steps = 1 + random.next(below: 12)
    var completions = 0
    for _ in 0..<steps {
      let fallback = tree.fallback
      for _ in 0..<1 + random.next(below: 3) { tree.change(&random, depth: 3) }
      (tree.flaw, tree.fallback) = (nil, fallback)
      theatre.renderer?.rootNode.update(with: tree.description, animation: .none) {
        completions += 1
      }
      switch random.next(below: 8) {
      case 0: theatre.renderer?.rootNode.forceReload()
      case 1: if let root = theatre.renderer?.rootNode { tick(root, &random) }
      default: break
      }
      theatre.wait(random.next(below: 250))
    }
    theatre.wait(2000)
    let expected = Theatre(tree.description, store: store)
    // A boundary may show also its first fallback with an animation.
    expected.wait(2000)
    #expect(expected.keys == tree.keys, "a fresh tree")
    let shown = TransitionModelTests.text(of: theatre.stage)
    let difference = shown.difference(from: TransitionModelTests.text(of: expected.stage))
    #expect(difference.isEmpty, "after \(steps) steps")
    #expect(completions == steps)
    #expect(!theatre.tree.isAnimating)
  }

  /// Sets states, so that nodes are updated without others.
  private func tick(_ node: AnyNode, _ random: inout SplitMix64) {
    if random.next(below: 3) == 0 {
      (node as? Node<Piece>)?.setState(Ticks(count: random.next(below: 9)))
      (node as? Node<LinkedPiece>)?.setState(Ticks(count: random.next(below: 9)))
      (node as? Node<Shelter>)?.setState(Ticks(count: random.next(below: 9)))
      (node as? Node<Hall>)?.setState(Ticks(count: random.next(below: 9)))
    }
    for child in node.children { tick(child, &random) }
  }
}
