public import Foundation
public import Katana

/// Descriptions made of the values of a collection in the store's state, which notes its changes: an update costs what has changed.
///
///     ForEachEntity(\ShopState.products, in: bounds) { id, product in ProductRow(props: .init(id, product)) }
///
/// The closure must make the same of the same value, but for what it is said to capture, as that of a ``ForEach``.
///
/// Complexity: of an update, O(c) for `c` changes since the one before; O(n) for `n` values where some have come, gone or moved.
///
/// Source: docs/semantics/ui.md, U13.
public struct ForEachEntity<ID: Hashable & Sendable, Value: Sendable, Row: NodeDescription>:
  RowsDescription
{
  @usableFromInline let part: StatePart<Entities<ID, Value>>
  @usableFromInline let synchronize: EntitiesNode<ID, Value, Row>.Synchronization
  @usableFromInline let captured: [HandlerToken.Value]
  @usableFromInline var props: EmptyProps

  /// Makes descriptions of values.
  ///
  /// - Parameters:
  ///   - keyPath: The collection in the state.
  ///   - captured: What the closure captures and may differ from one time to the next.
  ///   - frame: Place of the view that the rows are in.
  ///   - key: What tells the list from its siblings.
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
    // Made where the list is described, so that the compiler knows all types there.
    synchronize = { node, entities, update in
      EntitiesNode<ID, Value, Row>.synchronize(node, with: entities, update, content)
    }
    props = EmptyProps(frame: frame, key: key)
  }

  @usableFromInline var statePath: AnyKeyPath? { part.keyPath }

  /// Makes the node, with all nodes in it and without views.
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
