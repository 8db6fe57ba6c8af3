import Foundation
import Katana
import NativeViews
import Plastic

/// A node whose description's type is known.
///
/// What is done with props and state is in extensions of ``NodeDescription``, which the compiler makes anew for each
/// description: so comparing props, for example, isn't a call through a table for each of their parts.
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
  /// A state that was set and isn't shown yet.
  @inlinable final var nextState: Description.StateType? {
    get { pendingState?.state }
    set { if let newValue { pendingState = PendingState(newValue) } else { pendingState = nil } }
  }

  @inlinable
  init(_ description: Description, in context: NodeContext) {
    let isKeyed = description.props.key != nil
    currentState = context.renderer.mockedState(for: description) ?? Description.StateType()
    // Last, so that it is taken over and not copied.
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

  /// Gives the node another frame, or places all in it anew even in the same one.
  ///
  /// Where it has a layout, its children aren't described anew: the layout runs, and they get their frames in the same
  /// way. Another node is updated.
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
        // Until it is updated, the node has the old one.
        current = kept
        let options = NodeUpdate(isForced: reason == .multiplier)
        Description.perform(self, next, nextState ?? currentState, options)
      }
      if reason == .display { relayoutChildren() }
      return
    }
    let multiplier = layoutEnvironment.multiplier
    setFrame(frame)
    let reason = layoutEnvironment.multiplier != multiplier ? .multiplier : reason
    if let view { Description.apply(self, to: view) }
    var descriptions = children.map(\.anyDescription)
    do {
      try Description.layOut(&descriptions, of: self)
    } catch {
      return fail(error, in: .layout)
    }
    flags.insert(.isUpdating)
    for (child, description) in zip(children, descriptions) where child.rare?.departure == nil {
      if let nested = description.childrenInProps, !nested.isEmpty {
        description.update(child, with: NodeUpdate(isForced: reason == .multiplier))
        if reason == .display { child.relayoutChildren() }
      } else {
        child.relayout(to: description.frame, for: reason)
      }
    }
    flags.remove(.isUpdating)
  }

  override final func performLeaving(
    with description: any AnyNodeDescription,
    _ options: NodeUpdate
  ) {
    guard !isInUpdate else {
      return postpone(options) { [self] in performLeaving(with: description, options) }
    }
    // Not by `update`: the props are complete, and what the node reads of the state may be gone.
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

  /// Takes note of another frame, without an update.
  func setFrame(_ frame: CGRect) { current.frame = frame }

  /// Sets the state; the node is updated in the same frame, or in the next.
  ///
  /// Isolation: any thread; outside of the main actor it arrives later.
  public nonisolated final func setState(_ state: Description.StateType) {
    MainActorContext.run { [self] in
      guard let renderer else { return }
      nextState = state
      if !flags.contains(.isReceivingProps) { renderer.enqueue(self) }
    }
  }
}

/// A state that was set and isn't shown yet.
///
/// An object, so that a node is given back without looking up the type of an optional state.
@usableFromInline
final class PendingState<State> {
  @usableFromInline let state: State

  @inlinable
  init(_ state: State) { self.state = state }
}

extension AnyNode {
  /// The newest props of a node whose description's type is known; `nil` where it is another.
  ///
  /// They are the newest also where ``NodeDescription/shouldUpdate(currentProps:nextProps:currentState:nextState:)`` has refused an update with
  /// them: what handles an event reads its handlers here.
  ///
  /// - Parameter type: The type of the description.
  /// - Returns: The props.
  public final func latestProps<Description: NodeDescription>(
    of type: Description.Type
  ) -> Description.PropsType? {
    (self as? Node<Description>)?.description.props
  }
}
