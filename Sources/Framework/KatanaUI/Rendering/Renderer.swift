public import Foundation
import FrameworkEvents
public import Katana
public import KeyedDiff
public import NativeViews
public import Plastic

/// Shows a description in a view, and keeps it in step with a store.
///
///     let renderer = Renderer(rootDescription: CounterScreen(props: props), store: store)
///     renderer.render(in: tree.root)
///
/// The container may be any view, also one with views of others in it, and the store may be missing: so an interface is
/// moved to descriptions one part after the other. When the renderer goes, its views go, too.
///
/// What changes the tree is a state that a node sets, and the store's state; both only note which nodes are to be
/// updated. In the next frame of the container's tree these are updated, parents first, all together.
///
/// What changes often isn't checked for overlapping accesses (``AnyNode``, rule 3).
///
/// Isolation: the main actor. The store may be used from any thread.
///
/// Source: docs/semantics/ui.md, U12, U13, U20.
@MainActor
public final class Renderer {
  /// The store that was given.
  public let store: (any AnyStore)?
  /// The node of the root description.
  public var rootNode: AnyNode {
    guard let root else { preconditionFailure("renderer: its root is being made") }
    return root
  }
  /// Takes diagnoses of mistakes; unless set, they go to the view tree, or to standard error.
  ///
  /// Those of the initializer wait until it is set, the renderer is rendered, or the main actor is free.
  public var onDiagnosis: ((ViewDiagnosis) -> Void)? {
    didSet { reportFirst() }
  }
  /// Remembers the frames of layouts that have a hash.
  public let layoutsCache: LayoutsCache
  /// Rounding of the frames that layouts give; with `FrameRounding.none`, rows of lists aren't rounded either.
  public var layoutRounding = FrameRounding.edges {
    didSet { if layoutRounding != oldValue { relayout() } }
  }
  /// How many nodes were made, updated, removed and moved, and how often connected ones were asked.
  public var counts: NodeCounts { tally }
  @safe @exclusivity(unchecked) @usableFromInline var tally = NodeCounts()

  /// Hands items to the store; without one, a diagnosis.
  public let dispatch: StoreDispatch
  @usableFromInline let connection: AnyStoreConnection?
  @usableFromInline let mocks: StateMockProvider?

  @safe @exclusivity(unchecked) private var root: AnyNode?
  let rootType: any AnyNodeDescription.Type
  /// Diagnoses of the initializer, when nobody has said yet where they go; `nil` after it.
  private var firstDiagnoses: [ViewDiagnosis]? = []
  private let trace: FrameTrace
  private var frameTreeLink: TreeLink?
  private var frameTree: ViewTree? { frameTreeLink?.tree }
  /// The tree that the container is in.
  private var shownTree: ViewTree? { root?.view?.tree ?? frameTree }
  /// For those that don't keep the renderer.
  let link = RendererLink()
  private var endFrames: (() -> Void)?
  private var endResizes: (() -> Void)?
  private var followsContainer = false
  /// The display for which the first layout has run, or all have since; `nil` while there was none.
  @safe @exclusivity(unchecked) private var laidOutFor: DisplayTraits?

  // The nodes that wait for an update, by their depth.
  @safe @exclusivity(unchecked) private var queues: [[AnyNode]] = []
  @safe @exclusivity(unchecked) private var firstQueue = 0
  @safe @exclusivity(unchecked) private var spareQueue: [AnyNode] = []
  @safe @exclusivity(unchecked) private var isRunning = false
  @safe @exclusivity(unchecked) private var isHopping = false
  @safe @exclusivity(unchecked) private var flushCount: UInt32 = 0
  /// Nodes that are shown on their way out.
  @safe @exclusivity(unchecked) var leavingCount = 0
  /// The number of the last node that was sent on its way out.
  var departureCount = 0
  /// Keys of layouts by their names, for each type of description.
  var layoutKeys: [ObjectIdentifier: AnyObject] = [:]

  /// Makes the nodes of a description and of all in it; views are made by ``render(in:)``.
  ///
  /// - Parameters:
  ///   - rootDescription: The description, whose node remains until the renderer goes.
  ///   - store: The store whose state connected nodes read.
  ///   - stateMockProvider: Says which states nodes have.
  ///   - layoutsCache: Remembers the frames of layouts; may be shared by renderers.
  public init(
    rootDescription: any AnyNodeDescription,
    store: (any AnyStore)?,
    stateMockProvider: StateMockProvider? = nil,
    layoutsCache: LayoutsCache = LayoutsCache()
  ) {
    self.store = store
    rootType = rootDescription.descriptionType
    mocks = stateMockProvider
    self.layoutsCache = layoutsCache
    connection = (store as? any PartialStore).map { Renderer.connect($0) }
    if let store {
      dispatch = { item in _ = store.anyDispatch(item) }
    } else {
      let name = "\(rootDescription.descriptionType)"
      dispatch = { item in
        ViewDiagnosis(
          subject: name,
          problem: "\(item) was dispatched, and its renderer has no store",
          remedy: "give the renderer a store"
        ).printWarning()
      }
    }
    trace = FrameTrace(link)
    link.set(self)
    connection?.follow { [link] in link.renderer?.requestFrame() }
    run {
      root = rootDescription.makeNode(in: NodeContext(renderer: self, parent: nil))
    }
    if firstDiagnoses?.isEmpty == true { firstDiagnoses = nil } else { hop() }
  }

  private static func connect<Store: PartialStore>(_ store: Store) -> AnyStoreConnection {
    StoreConnection<Store.StateType>(store)
  }

  isolated deinit {
    reportFirst()
    link.set(nil)
    connection?.unfollow()
    trace.end()
    endFrames?()
    endResizes?()
    let view = root?.view
    root?.unmount()
    view?.removeFromParent()
  }

  // MARK: Rendering

  /// Makes the views and puts them into a container, above what is there.
  ///
  /// A root whose frame is the container's bounds follows the size of the container's tree, where it is the root there.
  ///
  /// Once: a second time is a diagnosis.
  public func render(in container: NativeView) {
    guard let root, root.view == nil else {
      return report(
        ViewDiagnosis(
          subject: root?.path ?? "renderer",
          problem: "it is rendered already",
          remedy: "make a renderer for each container"
        )
      )
    }
    followsContainer = root.frame == container.bounds && !container.bounds.isEmpty
    if let tree = container.tree { follow(tree, showing: container) }
    flush()
    relayoutForDisplay()
    run { root.show(in: container, after: container.lastChild) }
    root.view?.setPlacer { [link] in link.renderer?.relayoutForDisplay() }
  }

  /// Runs the layouts again where they have run for another display.
  private func relayoutForDisplay() {
    let traits = shownTree?.displayTraits ?? .unshown
    guard let laidOutFor, !laidOutFor.agree(with: traits) else { return }
    self.laidOutFor = traits
    relayout()
  }

  private func relayout() {
    guard let root else { return }
    run { root.relayout(to: root.frame, for: .display) }
  }

  /// Gives the root another frame.
  ///
  /// Nodes with a layout place their children anew and aren't asked for these; others are updated.
  public func resize(to frame: CGRect) {
    guard let root else { return }
    run { root.relayout(to: frame, for: .frame) }
  }

  /// Updates what waits now instead of in the next frame; views reach their backend in the frame nonetheless.
  public func flush() {
    reportFirst()
    run {}
  }

  // MARK: Work

  /// Changes nodes, and then updates all that wait.
  ///
  /// The state of the store is the same for all of them, and is let go at the end: kept any longer, the next update of
  /// an array in it would have to copy it.
  func run(_ body: () -> Void) {
    guard !isRunning else { return body() }
    isRunning = true
    flushCount &+= 1
    if KatanaTracepoints.isReconcileRecorded {
      trace.reconciling(self) { work(body) }
    } else {
      work(body)
    }
    isRunning = false
    // Within a frame a request isn't taken: what a dispatch in each round has left needs one of its own.
    if firstQueue < queues.count || connection?.isBehind == true { hop() }
  }

  private func work(_ body: () -> Void) {
    connection?.noteChanges()
    body()
    var rounds = 0
    while true {
      drain()
      rounds += 1
      guard connection?.isBehind == true, rounds < Self.roundLimit else { break }
      connection?.noteChanges()
    }
    connection?.endFlush()
  }

  /// How often one flush begins anew because something in it has changed the store's state.
  private static let roundLimit = 16

  private func drain() {
    while firstQueue < queues.count {
      if queues[firstQueue].isEmpty {
        firstQueue += 1
        continue
      }
      // What comes meanwhile waits in memory that was used before.
      var nodes: [AnyNode] = []
      swap(&nodes, &spareQueue)
      swap(&nodes, &queues[firstQueue])
      firstQueue += 1
      for node in nodes {
        node.flags.remove(.isQueued)
        guard !node.flags.contains(.isRemoved), leavingCount == 0 || !node.isLeaving else {
          continue
        }
        node.performPostponed()
        node.refresh()
      }
      nodes.removeAll(keepingCapacity: nodes.count < 64)
      spareQueue = nodes
    }
    if !postponed.isEmpty {
      let nodes = postponed
      postponed = []
      for node in nodes { put(node) }
    }
  }

  /// Notes that a node is to be updated.
  @usableFromInline
  func enqueue(_ node: AnyNode) {
    guard !node.flags.contains(.isQueued) else { return }
    node.flags.insert(.isQueued)
    if isRunning {
      if node.turnsFlush != flushCount { (node.turns, node.turnsFlush) = (0, flushCount) }
      node.turns += 1
      if node.turns > Self.turnLimit {
        if node.turns == Self.turnLimit + 1 {
          node.diagnose(
            "it has set its state \(Self.turnLimit) times in one frame; the next is left to the next frame",
            remedy: "set a state where something has happened, not in each update"
          )
        }
        postponed.append(node)
        return
      }
    }
    put(node)
    if !isRunning { requestFrame() }
  }

  /// How often a node that sets its state while it is updated is updated in one flush.
  private static let turnLimit: UInt8 = 16
  @safe @exclusivity(unchecked) private var postponed: [AnyNode] = []

  private func put(_ node: AnyNode) {
    let depth = Int(node.depth)
    while queues.count <= depth { queues.append([]) }
    queues[depth].append(node)
    firstQueue = min(firstQueue, depth)
  }

  // MARK: Frames

  /// Asks the container's tree for a frame.
  func requestFrame() {
    guard let view = root?.view else { return }
    if let tree = view.tree {
      if tree.link !== frameTreeLink { follow(tree, showing: view.parent) }
      tree.setNeedsFrame()
    } else if let frameTree {
      frameTree.setNeedsFrame()
    } else {
      hop()
    }
  }

  /// Flushes in the frames of the tree that the container is in.
  private func follow(_ tree: ViewTree, showing container: NativeView?) {
    endFrames?()
    endResizes?()
    frameTreeLink = tree.link
    trace.follow(tree)
    endFrames = tree.addUpdate { [link] in link.renderer?.flush() }
    guard followsContainer, container === tree.root else { return }
    endResizes = tree.addResizeHandler { [link] size in
      link.renderer?.resize(to: CGRect(origin: .zero, size: size))
    }
  }

  /// Flushes as soon as the main actor is free.
  private func hop() {
    guard !isHopping else { return }
    isHopping = true
    // By its name a recording of tasks knows what it is.
    Task(name: KatanaTracepoints.isReconcileRecorded ? "UI flush" : nil) { @MainActor [link] in
      guard let renderer = link.renderer else { return }
      renderer.isHopping = false
      renderer.flush()
      renderer.frameTree?.setNeedsFrame()
    }
  }

  // MARK: Lists

  @safe @exclusivity(unchecked) private var spareEdits: KeyedEdits?

  /// Memory for the comparison of lists, used again and again.
  @usableFromInline
  func takeEdits() -> KeyedEdits { spareEdits.take() ?? KeyedEdits() }

  @usableFromInline
  func putBack(_ edits: KeyedEdits) { spareEdits = edits }

  // MARK: States and diagnoses

  /// The state that a mock says.
  @inlinable
  @inline(__always)
  func mockedState<Description: NodeDescription>(
    for description: Description
  ) -> Description.StateType? {
    guard let mocks else { return nil }
    return mocks.state(for: Description.self, props: description.props)
  }

  private func reportFirst() {
    for diagnosis in firstDiagnoses.take() ?? [] { report(diagnosis) }
  }

  @usableFromInline
  func report(_ diagnosis: ViewDiagnosis) {
    if firstDiagnoses != nil {
      firstDiagnoses?.append(diagnosis)
    } else if let onDiagnosis {
      onDiagnosis(diagnosis)
    } else if let tree = shownTree {
      tree.onDiagnosis(diagnosis)
    } else {
      diagnosis.printWarning()
    }
  }

  /// Measures texts as what shows the container does; as if characters were blocks while nothing does.
  var textMeasurer: any TextMeasuring { shownTree?.backend.measurer ?? BlockTextMeasurer() }

  /// Pixels per point of what shows the container; who asks is laid out again where they are others.
  var displayScale: CGFloat {
    if laidOutFor == nil { laidOutFor = shownTree?.displayTraits ?? .unshown }
    return shownTree?.backend.displayScale ?? 1
  }
}

/// Numbers of what was done with nodes.
public struct NodeCounts: Hashable, Sendable {
  /// Nodes that were made.
  public var created = 0
  /// Updates that were performed.
  public var updated = 0
  /// Nodes that were removed.
  public var removed = 0
  /// Nodes that have another place among their siblings, and had to be moved.
  public var moved = 0
  /// How often a connected node was asked for what it reads of the state.
  public var connected = 0

  /// Makes counts of 0.
  public init() {}
}
