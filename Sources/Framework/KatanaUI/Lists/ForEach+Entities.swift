public import Foundation
public import Katana

/// Descriptions of the values of a collection in the store's state that records its changes: an update costs as much as has changed.
///
///     ForEachEntity(\ShopState.products, in: bounds) { id, product in ProductRow(props: .init(id, product)) }
///
/// The closure must make the same description of the same value, except for what it is declared to capture, as in ``ForEach``.
///
/// Complexity: an update takes O(c) for `c` changes since the last; O(n) for `n` values if some came, went or moved.
///
/// Source: docs/semantics/ui.md, U13.
public struct ForEachEntity<ID: Hashable & Sendable, Value: Sendable, Row: NodeDescription>:
  RowsDescription
{
  @usableFromInline let part: StatePart<Entities<ID, Value>>
  @usableFromInline let synchronize: EntitiesNode<ID, Value, Row>.Synchronization
  @usableFromInline let captured: [HandlerToken.Value]
  @usableFromInline var props: EmptyProps

  /// Describes values.
  ///
  /// - Parameters:
  ///   - keyPath: The collection in the state.
  ///   - captured: What the closure captures that may change from one time to the next.
  ///   - frame: Frame of the view that contains the rows.
  ///   - key: Distinguishes the list from its siblings.
  ///   - content: Makes a row's description.
  @inlinable
  public init<S: State, each Captured: Hashable & Sendable>(
    _ keyPath: any KeyPath<S, Entities<ID, Value>> & Sendable,
    capturing captured: repeat each Captured,
    in frame: CGRect,
    key: String? = nil,
    content: @escaping @Sendable (ID, Value) -> Row
  ) {
    part = StatePart(keyPath)
    self.captured = HandlerToken.values(repeat each captured)
    // Made where the list is described: there the compiler knows all types.
    synchronize = { node, entities, update in
      EntitiesNode<ID, Value, Row>.synchronize(node, with: entities, update, content)
    }
    props = EmptyProps(frame: frame, key: key)
  }

  @usableFromInline var statePath: AnyKeyPath? { part.keyPath }

  /// Makes the node with all nodes in it, without views.
  @MainActor public func makeNode(in context: NodeContext) -> AnyNode {
    let node = EntitiesNode(self, in: context)
    node.begin()
    return node
  }

  /// Whether both have the same type and equal props.
  public func isEqual(to other: any AnyNodeDescription) -> Bool {
    guard let other = other as? Self else { return false }
    return props == other.props && captured == other.captured && part.keyPath == other.part.keyPath
  }
}
