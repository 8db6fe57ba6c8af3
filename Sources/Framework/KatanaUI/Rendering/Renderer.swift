public import Foundation
import FrameworkEvents
public import Katana
public import KeyedDiff
public import NativeViews
public import Plastic

/// Shows a description in a view, and keeps it up to date with a store.
///
///     let renderer = Renderer(rootDescription: CounterScreen(props: props), store: store)
///     renderer.render(in: tree.root)
///
/// The container may be any view, even one with other views in it, and the store is optional: so an interface can move to descriptions one
/// part at a time. When the renderer goes, its views go, too.
///
/// Two things change the tree: a state that a node sets, and the store's state. Both only schedule nodes, which update together, parents
/// first, in the next frame of the container's tree.
///
/// Properties that change often aren't checked for overlapping accesses (``AnyNode``, rule 3).
///
/// Isolation: the main actor. Any thread may use the store.
///
/// Source: docs/semantics/ui.md, U12, U13, U20.
@MainActor
public final class Renderer {
  /// The store, if one was given.
  public let store: (any AnyStore)?
  /// The node of the root description.
  public var rootNode: AnyNode {
    guard let root else { preconditionFailure("renderer: its root is being made") }
    return root
  }
  /// Receives diagnoses of mistakes; by default, they go to the view tree, or to standard error.
  ///
  /// Diagnoses from the initializer wait until this is set, the renderer renders, or the main actor is free.
  public var onDiagnosis: ((ViewDiagnosis) -> Void)? {
    didSet { reportFirst() }
  }
  /// Caches the frames of layouts that have a hash, where there are more than 64 children or some have children in their props; for others,
  /// the last ones of each description are kept beside it.
  public let layoutsCache: LayoutsCache
  /// Rounding of the frames from layouts; `FrameRounding.none` turns off rounding of list rows, too.
  public var layoutRounding = FrameRounding.edges {
    didSet {
      guard layoutRounding != oldValue else { return }
      relayout()
      // Tables and grids place their cells themselves.
      root?.view?.forEachView { $0.setNeedsLayout() }
    }
  }
  /// How many nodes were made, updated, removed and moved, and how often connected nodes were asked.
  public var counts: NodeCounts { tally }
  @safe @exclusivity(unchecked) @usableFromInline var tally = NodeCounts()

  /// Dispatches items to the store; without a store, causes a diagnosis.
  public let dispatch: StoreDispatch
  @usableFromInline let connection: AnyStoreConnection?
  @usableFromInline let mocks: StateMockProvider?

  @safe @exclusivity(unchecked) private var root: AnyNode?
  let rootType: any AnyNodeDescription.Type
  /// Diagnoses of the initializer, until it is known where they go; `nil` afterwards.
  private var firstDiagnoses: [ViewDiagnosis]? = []
  private let trace: FrameTrace
  private var frameTreeLink: TreeLink?
  private var frameTree: ViewTree? { frameTreeLink?.tree }
  private var shownTree: ViewTree? { root?.view?.tree ?? frameTree }
  /// For objects that don't keep the renderer alive.
  let link = RendererLink()
  private var endFrames: (() -> Void)?
  private var endResizes: (() -> Void)?
  private var followsContainer = false
  /// The display of the first layout, or of the last complete one; `nil` before the first.
  @safe @exclusivity(unchecked) private var laidOutFor: DisplayTraits?

  // Nodes waiting for an update, by depth.
  @safe @exclusivity(unchecked) private var queues: [[AnyNode]] = []
  @safe @exclusivity(unchecked) private var firstQueue = 0
  @safe @exclusivity(unchecked) private var spareQueue: [AnyNode] = []
  @safe @exclusivity(unchecked) private var isRunning = false
  @safe @exclusivity(unchecked) private var isHopping = false
  @safe @exclusivity(unchecked) private var flushCount: UInt32 = 0
  /// The number of leaving nodes that are shown.
  @safe @exclusivity(unchecked) var leavingCount = 0
  /// The number of the last departure.
  var departureCount = 0
  /// Keys of layouts by name, for each type of description.
  var layoutKeys: [ObjectIdentifier: AnyObject] = [:]

  /// Makes the nodes of a description and of all in it; ``render(in:)`` makes the views.
  ///
  /// - Parameters:
  ///   - rootDescription: The description, whose node remains until the renderer goes.
  ///   - store: The store whose state connected nodes read.
  ///   - stateMockProvider: Overrides the states of nodes.
  ///   - layoutsCache: Caches the frames of layouts; renderers may share it.
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

  /// Makes the views and puts them into a container, above its other views.
  ///
  /// If the container is the root of its tree and the root description fills it, the description follows the tree's size.
  ///
  /// Call it once: a second call causes a diagnosis.
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

  /// Runs the layouts again if they ran for another display.
  private func relayoutForDisplay() {
    let traits = displayTraits
    guard let laidOutFor, laidOutFor != traits else { return }
    self.laidOutFor = traits
    relayout()
  }

  private func relayout() {
    guard let root else { return }
    run { root.relayout(to: root.frame, for: .display) }
  }

  /// Gives the root another frame.
  ///
  /// Nodes with a layout place their children again without describing them anew; others update.
  public func resize(to frame: CGRect) {
    guard let root else { return }
    run { root.relayout(to: frame, for: .frame) }
  }

  /// Updates waiting nodes now instead of in the next frame; views still reach their backend in that frame.
  public func flush() {
    reportFirst()
    run {}
  }

  // MARK: Work

  /// Changes nodes, and then updates all that wait.
  ///
  /// The store's state is the same for all of them and is released at the end: if kept longer, the next update of an array in it would have
  /// to copy the array.
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
    // A request within a frame is ignored: what each round's dispatches left over needs a frame of its own.
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

  /// How often one flush starts over because something in it changed the store's state.
  private static let roundLimit = 16

  private func drain() {
    while firstQueue < queues.count {
      if queues[firstQueue].isEmpty {
        firstQueue += 1
        continue
      }
      // Nodes that arrive meanwhile wait in an array whose memory is reused.
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

  /// Schedules a node for an update.
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

  /// How often one flush updates a node that sets its state during its updates.
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

  /// Flushes in the frames of the container's tree.
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
    // The name identifies the task in recordings.
    Task(name: KatanaTracepoints.isReconcileRecorded ? "UI flush" : nil) { @MainActor [link] in
      guard let renderer = link.renderer else { return }
      renderer.isHopping = false
      renderer.flush()
      renderer.frameTree?.setNeedsFrame()
    }
  }

  // MARK: Lists

  @safe @exclusivity(unchecked) private var spareEdits: KeyedEdits?

  /// Memory for the comparison of lists, reused.
  @usableFromInline
  func takeEdits() -> KeyedEdits { spareEdits.take() ?? KeyedEdits() }

  @usableFromInline
  func putBack(_ edits: KeyedEdits) { spareEdits = edits }

  // MARK: States and diagnoses

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

  /// Measures texts as the container's backend does; without one, as if characters were blocks.
  var textMeasurer: any TextMeasuring { shownTree?.backend.measurer ?? BlockTextMeasurer() }

  /// What layouts depend on of the container's display.
  var displayTraits: DisplayTraits { shownTree?.displayTraits ?? .unshown }

  /// Pixels per point of the container's display; after a read, another display causes a new layout.
  var displayScale: CGFloat {
    if laidOutFor == nil { laidOutFor = displayTraits }
    return shownTree?.backend.displayScale ?? 1
  }
}

/// Counts of operations on nodes.
public struct NodeCounts: Hashable, Sendable {
  /// Nodes made.
  public var created = 0
  /// Updates performed.
  public var updated = 0
  /// Nodes removed.
  public var removed = 0
  /// Nodes moved to another place among their siblings.
  public var moved = 0
  /// How often connected nodes were asked for what they read of the state.
  public var connected = 0

  /// Makes counts of 0.
  public init() {}
}
