import Foundation
import Katana
import NativeViews
import Plastic

/// A node whose description's type is known.
///
/// Extensions of ``NodeDescription`` handle props and state. The compiler specializes them for each description, so comparing props, for
/// example, takes no witness-table call for each part.
@MainActor
public class Node<Description: NodeDescription>: AnyNode {
  /// The description, with its newest props.
  public final internal(set) var description: Description {
    get { current }
    set { current = newValue }
  }
  /// The state.
  public final var state: Description.StateType { currentState }

  @safe @exclusivity(unchecked) @usableFromInline final var current: Description
  @safe @exclusivity(unchecked) @usableFromInline final var currentState: Description.StateType
  @safe @exclusivity(unchecked) @usableFromInline final var pendingState:
    PendingState<Description.StateType>?
  /// A state that was set but isn't shown yet.
  @inlinable final var nextState: Description.StateType? {
    get { pendingState?.state }
    set { if let newValue { pendingState = PendingState(newValue) } else { pendingState = nil } }
  }

  @inlinable
  init(_ description: Description, in context: NodeContext) {
    let isKeyed = description.props.key != nil
    currentState = context.renderer.mockedState(for: description) ?? Description.StateType()
    // Last, so that it is moved, not copied.
    current = description
    super.init(type: ObjectIdentifier(Description.self), isKeyed: isKeyed, in: context)
  }

  public override final var anyDescription: any AnyNodeDescription { current }
  public override final var anyState: any NodeDescriptionState { currentState }
  @usableFromInline override final var key: String? { current.props.key }
  override final var frame: CGRect { current.props.frame }
  override final var referenceSize: ReferenceSize? { Description.layoutReferenceSize }

  override final func show(in container: NativeView, after sibling: NativeView?) {
    Description.show(self, in: container, after: sibling)
  }

  override func refresh() { Description.refresh(self) }

  override func update(again options: NodeUpdate) {
    guard !isInUpdate else {
      return postpone(options) { [self] in update(again: options) }
    }
    Description.perform(self, current, nextState ?? currentState, options)
  }

  /// Gives the node another frame, or lays out everything in it anew for another reason.
  ///
  /// A node with a layout doesn't describe its children anew: the layout runs, and the children get their frames in the same way. A node
  /// without one updates.
  override final func relayout(to frame: CGRect, for reason: RelayoutReason) {
    guard !isInUpdate else {
      return postpone(NodeUpdate()) { [self] in relayout(to: frame, for: reason) }
    }
    guard reason != .frame || frame != current.frame, renderer != nil else { return }
    guard Description.hasLayout else {
      if reason == .multiplier || frame != current.frame {
        let kept = current
        setFrame(frame)
        let next = current
        // The node keeps the old frame until it updates.
        current = kept
        let options = NodeUpdate(isForced: reason == .multiplier)
        Description.perform(self, next, nextState ?? currentState, options)
      }
      if reason == .display { relayoutChildren() }
      return
    }
    let multiplier = layoutEnvironment.multiplier
    setFrame(frame)
    let inner = layoutEnvironment.multiplier != multiplier ? .multiplier : reason
    if let view { Description.apply(self, to: view) }
    // A handler of failures may change the children: that waits until they have their frames.
    flags.insert(.isUpdating)
    var descriptions = children.map(\.anyDescription)
    do { try Description.layOut(&descriptions, of: self) } catch { fail(error, in: .layout) }
    for (child, description) in zip(children, descriptions) where child.rare?.departure == nil {
      if description.hasChildrenInProps {
        description.update(child, with: NodeUpdate(isForced: inner == .multiplier))
        if inner == .display { child.relayoutChildren() }
      } else {
        child.relayout(to: description.frame, for: inner)
      }
    }
    flags.remove(.isUpdating)
    // No layout knows managed nodes.
    if reason == .display {
      for child in managedChildren { child.relayout(to: child.frame, for: .display) }
    }
  }

  override final func performLeaving(
    with description: any AnyNodeDescription,
    _ options: NodeUpdate
  ) {
    guard !isInUpdate else {
      return postpone(options) { [self] in performLeaving(with: description, options) }
    }
    // Not with `update`: the props are complete, and what the node reads of the state may be gone.
    guard let props = description.anyProps as? Description.PropsType else { return }
    var next = current
    next.props = props
    Description.perform(self, next, nextState ?? currentState, options)
  }

  override final var childrenContainer: NativeView? {
    view.map { Description.childrenContainer(of: $0) }
  }

  override func leave() { Description.leave(self) }

  override final var isErrorBoundary: Bool { Description.isErrorBoundary }

  /// Sets another frame, without an update.
  func setFrame(_ frame: CGRect) { current.frame = frame }

  /// Sets the state; the node updates in the same frame, or in the next.
  ///
  /// Isolation: any thread; off the main actor, the state arrives later.
  public nonisolated final func setState(_ state: Description.StateType) {
    MainActorContext.run { [self] in
      guard let renderer else { return }
      nextState = state
      if !flags.contains(.isReceivingProps) { renderer.enqueue(self) }
    }
  }
}

/// A state that was set but isn't shown yet.
///
/// An object, so that freeing a node needs no lookup of the type of an optional state.
@usableFromInline
final class PendingState<State> {
  @usableFromInline let state: State

  @inlinable
  init(_ state: State) { self.state = state }
}

extension AnyNode {
  /// The newest props, given the type of the node's description; `nil` for another type.
  ///
  /// They are the newest even if ``NodeDescription/shouldUpdate(currentProps:nextProps:currentState:nextState:)`` refused to update with
  /// them. Code that handles an event reads its handlers here.
  ///
  /// - Parameter type: The type of the description.
  /// - Returns: The props.
  public final func latestProps<Description: NodeDescription>(
    of type: Description.Type
  ) -> Description.PropsType? {
    (self as? Node<Description>)?.description.props
  }
}
