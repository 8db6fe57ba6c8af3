public import Foundation
import Katana

/// A description of rows whose own props are only a frame and a key.
@usableFromInline
protocol FramedDescription: AnyNodeDescription {
  /// Frame and key of the view that contains the rows.
  var props: EmptyProps { get set }
}

extension FramedDescription {
  /// The props, of whatever type.
  public var anyProps: any NodeDescriptionProps { props }
  /// Distinguishes the node from its siblings of the same type.
  public var key: String? { props.key }
  /// Frame in the parent.
  public var frame: CGRect {
    get { props.frame }
    set { props.frame = newValue }
  }

  /// Gives the description to a node of its type.
  @MainActor public func update(_ node: AnyNode, with options: NodeUpdate) {
    if node.rare != nil { node.isDescribedAnew(options) }
    guard !options.isLeaving else { return node.relayout(to: frame, for: .frame) }
    (node as? FramedNode<Self>)?.take(self, options)
  }
}

/// The node of a ``ForEach``, a ``ForEachEntity`` or a ``List``, without its view and rows.
@MainActor
@usableFromInline
class FramedNode<Description: FramedDescription>: AnyNode {
  @safe @exclusivity(unchecked) final var current: Description
  private final var subscriptions: [Subscription] = []

  init(_ description: Description, in context: NodeContext) {
    current = description
    super.init(
      type: ObjectIdentifier(Description.self),
      isKeyed: description.key != nil,
      in: context
    )
  }

  override final var anyDescription: any AnyNodeDescription { current }
  override final var anyState: any NodeDescriptionState { EmptyState() }
  @usableFromInline override final var key: String? { current.key }
  override final var frame: CGRect { current.frame }

  /// Applies another description of the rows.
  func take(_ next: Description, _ options: NodeUpdate) { fatalError("abstract") }

  override final func update(again options: NodeUpdate) {
    guard !isInUpdate else {
      return postpone(options) { [self] in update(again: options) }
    }
    take(current, options)
  }

  /// Follows a part of the state, and diagnoses a renderer whose store doesn't have it.
  ///
  /// - Returns: Whether the store has it.
  @discardableResult
  final func follow(_ part: StatePart<some Sendable>) -> Bool {
    guard let connection = renderer?.connection,
      let subscriptions = part.subscribe(connection, self)
    else {
      diagnose(
        "it shows a part of \(part.stateName), and its renderer has no store of that state",
        remedy: "give the renderer the store of that state"
      )
      return false
    }
    self.subscriptions += subscriptions
    return true
  }

  final func cancelSubscriptions() {
    for subscription in subscriptions { subscription.cancel() }
    subscriptions = []
  }
}
