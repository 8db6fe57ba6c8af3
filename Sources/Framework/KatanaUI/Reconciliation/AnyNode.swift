import Foundation
public import NativeViews
import Plastic

/// A node of a renderer's tree: keeps state, view and children of a description from one update to the next.
///
/// Rules of the unowned links:
/// 1. They are read and written on the main actor only.
/// 2. Children are kept by their parent, the root by its renderer, and a managed node by the node that manages it. Before an owner releases
///    a node it calls `unmount()`, which cuts the links of the node and of all nodes in it; a renderer does so when it goes. So a link
///    leads to an existing object, or nowhere.
/// 3. Accesses of stored properties aren't checked for overlaps at run time, which took a third of an update: no code of programs runs
///    while a property changes.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, U1.
@MainActor
public class AnyNode {
  // SAFETY: for both links: the rules above.
  @exclusivity(unchecked) @usableFromInline final unowned(unsafe) var rendererLink: Renderer?
  @exclusivity(unchecked) @usableFromInline final unowned(unsafe) var parentLink: AnyNode?

  /// The nodes of the children, in order.
  @safe @exclusivity(unchecked) public final internal(set) var children: ContiguousArray<AnyNode> =
    []
  /// The identity of the description's type.
  @usableFromInline final let type: ObjectIdentifier
  @safe @exclusivity(unchecked) @usableFromInline final var view: NativeView?
  @safe @exclusivity(unchecked) @usableFromInline final var rare: RareNodeParts?
  /// Distance from the root.
  @usableFromInline final let depth: UInt16
  @safe @exclusivity(unchecked) @usableFromInline final var flags: NodeFlags = []
  /// How often the node updated in one flush because it set its state.
  @safe @exclusivity(unchecked) @usableFromInline final var turns: UInt8 = 0
  /// The flush that `turns` counts in.
  @safe @exclusivity(unchecked) @usableFromInline final var turnsFlush: UInt32 = 0

  @inlinable
  init(type: ObjectIdentifier, isKeyed: Bool, in context: NodeContext) {
    self.type = type
    // Not with `map`: the standard library checks the executor at each call of a main-actor closure.
    if let parent = context.parent { depth = parent.depth + 1 } else { depth = 0 }
    if isKeyed { flags = .isKeyed }
    unsafe rendererLink = context.renderer
    unsafe parentLink = context.parent
    context.renderer.tally.created += 1
  }

  /// The renderer; `nil` once the node is removed.
  @inlinable public final var renderer: Renderer? { unsafe rendererLink }
  /// The parent; `nil` for a root and for a removed node.
  @inlinable public final var parent: AnyNode? { unsafe parentLink }
  /// The view; `nil` until the node is shown.
  @inlinable public final var nativeView: NativeView? { view }
  /// The description with its newest props, including those completed from the state.
  public var anyDescription: any AnyNodeDescription { fatalError("abstract") }
  /// The state.
  public var anyState: any NodeDescriptionState { fatalError("abstract") }
  /// Distinguishes the node from its siblings of the same type.
  @usableFromInline var key: String? { nil }

  /// The identity of the element that the node shows, if any.
  @usableFromInline final var memo: AnyObject? {
    get { rare?.memo }
    set { if newValue != nil || rare != nil { rareParts.memo = newValue } }
  }

  /// Whether the node shows an element and isn't leaving.
  final func shows(_ element: AnyObject) -> Bool {
    guard let rare else { return false }
    return rare.memo === element && rare.departureNumber == 0
  }

  /// Storage for what few nodes have, made on first use.
  @usableFromInline final var rareParts: RareNodeParts {
    if let rare { return rare }
    let parts = RareNodeParts()
    rare = parts
    return parts
  }

  // MARK: What a node of known type does

  /// Makes the view, inserts it, and shows the children.
  func show(in container: NativeView, after sibling: NativeView?) { fatalError("abstract") }
  /// Applies a state that was set, and the current state of the store.
  func refresh() { fatalError("abstract") }
  /// Gives the node its description again.
  func update(again options: NodeUpdate) { fatalError("abstract") }
  /// Gives the node a frame, without asking for its children's descriptions unless needed.
  func relayout(to frame: CGRect, for reason: RelayoutReason) { fatalError("abstract") }
  /// Applies the props with which the node leaves.
  func performLeaving(with description: any AnyNodeDescription, _ options: NodeUpdate) {
    guard let view else { return }
    let props = description.anyProps
    show(options) { (view.frame, view.alpha) = (props.frame, props.alpha) }
  }
  /// The view that contains the children's views.
  var childrenContainer: NativeView? { view }
  /// Calls `didUnmount`, and releases what keeps others alive.
  func leave() { fatalError("abstract") }
  /// Whether the node shows a fallback in place of failed children.
  var isErrorBoundary: Bool { false }
  /// The reference size that scales values in the node and its descendants.
  var referenceSize: ReferenceSize? { nil }
  var frame: CGRect { .zero }

  // MARK: Removal

  /// Ends the node, then all nodes in it; the view stays where it is.
  ///
  /// Complexity: O(n) for `n` nodes.
  final func unmount() {
    guard !flags.contains(.isRemoved) else { return }
    flags.insert(.isRemoved)
    renderer?.tally.removed += 1
    leave()
    if rare?.departure != nil { renderer?.leavingCount -= 1 }
    if !children.isEmpty {
      for child in children { child.unmount() }
      children = []
    }
    if let rare {
      for child in rare.managed { child.unmount() }
      self.rare = nil
      for update in rare.postponed { update.group?.end() }
    }
    unsafe rendererLink = nil
    unsafe parentLink = nil
  }

  /// Ends the node and all nodes in it, and removes the view.
  ///
  /// Complexity: O(n) for `n` nodes.
  @usableFromInline
  final func unmountWithView() {
    unmount()
    view?.removeFromParent()
  }
}

/// Why nodes are laid out anew.
enum RelayoutReason {
  /// A node has another frame.
  case frame
  /// Texts or pixels have other sizes: all layouts in the node run, and views of nodes with a layout get their props again; other nodes
  /// update if their frame changes.
  case display
  /// The multiplier differs: everything in the node updates.
  case multiplier
}

/// What few nodes have, in an object of its own so that the others stay small.
@usableFromInline
final class RareNodeParts {
  @usableFromInline var memo: AnyObject?
  /// Nodes in containers that the node manages itself.
  var managed: ContiguousArray<AnyNode> = []
  /// Failures of the node's own functions, each from its last call.
  var failures: [(function: FailingFunction, error: any Error)] = []
  /// The state of an error boundary.
  @usableFromInline var fallback = FallbackPhase.none
  /// Distinguishes a leaving node from its siblings; 0 for nodes that stay.
  @usableFromInline var departureNumber = 0
  /// The node's departure, if it is leaving.
  var departure: Departure?
  /// Running transitions of the node's children.
  var transitions: ContiguousArray<UpdateGroup> = []
  /// Requests made of the node during its update, in order.
  var postponed: ContiguousArray<PostponedUpdate> = []

  @usableFromInline
  init() {}

  @usableFromInline
  func forgetFailure(in function: FailingFunction) {
    if !failures.isEmpty { failures.removeAll { $0.function == function } }
  }
}
