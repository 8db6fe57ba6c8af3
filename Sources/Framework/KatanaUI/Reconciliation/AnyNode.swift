import Foundation
public import NativeViews
import Plastic

/// A node of a renderer's tree: what remains of a description from one update to the next, with its state, its view and its children.
///
/// Rules of the links, which don't own:
/// 1. They are read and written on the main actor only.
/// 2. A node is kept by its parent's children, the root by its renderer, and one in a container by the node that
///    manages it. Whoever lets a node go calls `unmount()` first, which cuts its links and those of all nodes in it; a
///    renderer does so when it goes. So a link leads to an object that exists, or nowhere.
/// 3. Accesses of stored properties aren't checked for overlaps while the program runs, which took a third of an
///    update: no code of programs runs while one of them is being changed.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, U1.
@MainActor
public class AnyNode {
  // SAFETY: of both links: the rules above.
  @exclusivity(unchecked) @usableFromInline final unowned(unsafe) var rendererLink: Renderer?
  @exclusivity(unchecked) @usableFromInline final unowned(unsafe) var parentLink: AnyNode?

  /// The nodes of the children, in order.
  @safe @exclusivity(unchecked) public final internal(set) var children: ContiguousArray<AnyNode> =
    []
  /// The identity of the description's type.
  @usableFromInline final let type: ObjectIdentifier
  @safe @exclusivity(unchecked) @usableFromInline final var view: NativeView?
  /// The parts that few nodes have.
  @safe @exclusivity(unchecked) @usableFromInline final var rare: RareNodeParts?
  /// Distance from the root.
  @usableFromInline final let depth: UInt16
  @safe @exclusivity(unchecked) @usableFromInline final var flags: NodeFlags = []
  /// How often the node was updated in one flush because it had set its state.
  @safe @exclusivity(unchecked) @usableFromInline final var turns: UInt8 = 0
  /// The flush.
  @safe @exclusivity(unchecked) @usableFromInline final var turnsFlush: UInt32 = 0

  @inlinable
  init(type: ObjectIdentifier, isKeyed: Bool, in context: NodeContext) {
    self.type = type
    // Not by `map`: a closure of the main actor that is handed to the standard library checks at each call where it runs.
    if let parent = context.parent { depth = parent.depth + 1 } else { depth = 0 }
    if isKeyed { flags = .isKeyed }
    unsafe rendererLink = context.renderer
    unsafe parentLink = context.parent
    context.renderer.tally.created += 1
  }

  /// The renderer; `nil` once the node was removed.
  @inlinable public final var renderer: Renderer? { unsafe rendererLink }
  /// The node that this one is in; `nil` for a root and for a node that was removed.
  @inlinable public final var parent: AnyNode? { unsafe parentLink }
  /// The view; `nil` until the node is shown.
  @inlinable public final var nativeView: NativeView? { view }
  /// The description with its newest props, those that the state completes included.
  public var anyDescription: any AnyNodeDescription { fatalError("abstract") }
  /// The state.
  public var anyState: any NodeDescriptionState { fatalError("abstract") }
  /// The name that tells the node from siblings of the same type.
  @usableFromInline var key: String? { nil }

  /// The identity of the element that the node shows, if it shows one.
  @usableFromInline final var memo: AnyObject? {
    get { rare?.memo }
    set { if newValue != nil || rare != nil { rareParts.memo = newValue } }
  }

  /// Whether the node shows an element, and isn't on its way out.
  final func shows(_ element: AnyObject) -> Bool {
    guard let rare else { return false }
    return rare.memo === element && rare.departureNumber == 0
  }

  /// Room for what few nodes have, made when something is put there.
  @usableFromInline final var rareParts: RareNodeParts {
    if let rare { return rare }
    let parts = RareNodeParts()
    rare = parts
    return parts
  }

  // MARK: What a node of known type does

  /// Makes the view, inserts it, and shows the children.
  func show(in container: NativeView, after sibling: NativeView?) { fatalError("abstract") }
  /// Takes over a state that was set, and what the store's state says now.
  func refresh() { fatalError("abstract") }
  /// Gives the node the description that it has.
  func update(again options: NodeUpdate) { fatalError("abstract") }
  /// Gives the node a place without asking for its children's descriptions where that isn't needed.
  func relayout(to frame: CGRect, for reason: RelayoutReason) { fatalError("abstract") }
  /// Gives the node the props that it leaves with.
  func performLeaving(with description: any AnyNodeDescription, _ options: NodeUpdate) {
    guard let view else { return }
    let props = description.anyProps
    show(options) { (view.frame, view.alpha) = (props.frame, props.alpha) }
  }
  /// The view that those of the children are in.
  var childrenContainer: NativeView? { view }
  /// Calls `didUnmount`, and forgets what keeps others alive.
  func leave() { fatalError("abstract") }
  /// Whether the node shows others in the place of what has failed in it.
  var isErrorBoundary: Bool { false }
  /// The size that values in the node, and in those in it, scale with.
  var referenceSize: ReferenceSize? { nil }
  /// Frame of the props.
  var frame: CGRect { .zero }

  // MARK: Removal

  /// Ends the node and all in it, this one first; the view is left where it is.
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

  /// Ends the node and all in it, and takes the view away.
  ///
  /// Complexity: O(n) for `n` nodes.
  @usableFromInline
  final func unmountWithView() {
    unmount()
    view?.removeFromParent()
  }
}

/// Why nodes are placed anew.
enum RelayoutReason {
  /// One has another frame.
  case frame
  /// Texts or pixels have other sizes: all layouts run in the node, and nothing else does where they give the same frames.
  case display
  /// What scales has another size: all in the node is updated.
  case multiplier
}

/// The parts that few nodes have, in an object of their own, so that the others stay small.
@usableFromInline
final class RareNodeParts {
  @usableFromInline var memo: AnyObject?
  /// Nodes in containers that the node manages itself.
  var managed: ContiguousArray<AnyNode> = []
  /// What has failed in functions of the node's own, each as it was called last.
  var failures: [(function: FailingFunction, error: any Error)] = []
  /// What an error boundary does about what has failed in it.
  @usableFromInline var fallback = FallbackPhase.none
  /// The number of a node that is no more among its parent's children; 0 for others.
  @usableFromInline var departureNumber = 0
  /// Its way out.
  var departure: Departure?
  /// Transitions of the node's children that haven't ended.
  var transitions: ContiguousArray<UpdateGroup> = []
  /// What was asked of the node while it was updated, in order.
  var postponed: ContiguousArray<PostponedUpdate> = []

  @usableFromInline
  init() {}

  @usableFromInline
  func forgetFailure(in function: FailingFunction) {
    if !failures.isEmpty { failures.removeAll { $0.function == function } }
  }
}
