public import Foundation
public import Katana
import NativeViews

/// Descriptions of items, made again only for items that have changed.
///
///     ForEach(props.rows, in: bounds) { row in RowView(props: RowView.Props(row)) }
///
/// Each node remembers the item it shows. New items are compared with the remembered ones; a row whose item is equal isn't described again.
/// So the closure must make the same description of equal items, except for values it is declared to capture:
///
///     ForEach(rows, capturing: selection, in: bounds) { row in
///       RowView(props: RowView.Props(row, isSelected: row.id == selection))
///     }
///
/// For an array in the store's state, prefer the initializer that takes a key path: props would keep the array, and its next update would
/// have to copy it.
///
/// The rows are in a view of their own with the given frame. Items with a repeated id cause a diagnosis, but are shown.
///
/// Complexity: O(n) comparisons of `n` items, and an update for each changed one.
///
/// Source: docs/semantics/ui.md, U9.
public struct ForEach<Item: Identifiable & Equatable & Sendable, Row: NodeDescription>:
  RowsDescription
{
  @usableFromInline let source: ItemSource<Item>
  @usableFromInline let content: @Sendable (Item) -> Row
  @usableFromInline let synchronize: ForEachNode<Item, Row>.Synchronization
  @usableFromInline let captured: [HandlerToken.Value]
  @usableFromInline var props: EmptyProps

  /// Describes items.
  ///
  /// - Parameters:
  ///   - items: The items, in display order.
  ///   - captured: What the closure captures that may change from one time to the next.
  ///   - frame: Frame of the view that contains the rows.
  ///   - key: Distinguishes the list from its siblings.
  ///   - content: Makes a row's description.
  @inlinable
  public init<each Captured: Hashable & Sendable>(
    _ items: [Item],
    capturing captured: repeat each Captured,
    in frame: CGRect,
    key: String? = nil,
    content: @escaping @Sendable (Item) -> Row
  ) {
    self.init(.array(items), HandlerToken.values(repeat each captured), frame, key, content)
  }

  /// Describes the items of an array in the store's state, without keeping the array.
  @inlinable
  public init<S: State, each Captured: Hashable & Sendable>(
    _ keyPath: any KeyPath<S, [Item]> & Sendable,
    capturing captured: repeat each Captured,
    in frame: CGRect,
    key: String? = nil,
    content: @escaping @Sendable (Item) -> Row
  ) {
    let values = HandlerToken.values(repeat each captured)
    self.init(.state(StatePart(keyPath)), values, frame, key, content)
  }

  @inlinable
  init(
    _ source: ItemSource<Item>,
    _ captured: [HandlerToken.Value],
    _ frame: CGRect,
    _ key: String?,
    _ content: @escaping @Sendable (Item) -> Row
  ) {
    self.source = source
    self.captured = captured
    self.content = content
    props = EmptyProps(frame: frame, key: key)
    // Made where the list is described: there the compiler knows the types of item and row.
    synchronize = { node, items, update, content in
      ForEachNode<Item, Row>.synchronize(node, with: items, update, content)
    }
  }

  @usableFromInline var statePath: AnyKeyPath? {
    if case .state(let items) = source { items.keyPath } else { nil }
  }

  /// Makes the node with all nodes in it, without views.
  @MainActor public func makeNode(in context: NodeContext) -> AnyNode {
    let node = ForEachNode(self, in: context)
    node.begin()
    return node
  }

  /// Whether both have the same type and equal props.
  public func isEqual(to other: any AnyNodeDescription) -> Bool {
    guard let other = other as? Self, props == other.props, captured == other.captured else {
      return false
    }
    switch (source, other.source) {
    case (.array(let items), .array(let others)): return items == others
    case (.state(let items), .state(let others)): return items.keyPath == others.keyPath
    default: return false
    }
  }
}

/// The source of a list's items.
@usableFromInline
enum ItemSource<Item: Sendable>: Sendable {
  case array([Item])
  case state(StatePart<[Item]>)
}
