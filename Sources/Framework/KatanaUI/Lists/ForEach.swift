public import Foundation
public import Katana
import NativeViews

/// Descriptions made of items, each of which is asked for again only when its item has changed.
///
///     ForEach(props.rows, in: bounds) { row in RowView(props: RowView.Props(row)) }
///
/// Each node remembers the item that it shows. Where the items are others, these are compared with the remembered ones, and what is
/// made of an equal item isn't made again. So the closure must make the same of equal items, but for values that it is said to
/// capture:
///
///     ForEach(rows, capturing: selection, in: bounds) { row in
///       RowView(props: RowView.Props(row, isSelected: row.id == selection))
///     }
///
/// An array that is part of the store's state is better read by the initializer that takes a key path: in props it would
/// be kept, and the next update would have to copy it.
///
/// The rows are in a view of their own, which is placed as the frame says. Items whose id occurs twice are a diagnosis, and are shown.
///
/// Complexity: O(n) comparisons of `n` items, and an update for each that has changed.
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

  /// Makes descriptions of items.
  ///
  /// - Parameters:
  ///   - items: The items, in the order in which they are shown.
  ///   - captured: What the closure captures and may differ from one time to the next.
  ///   - frame: Place of the view that the rows are in.
  ///   - key: What tells the list from its siblings.
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

  /// Makes descriptions of the items of an array in the store's state, which isn't kept.
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
    // Made where the list is described, so that the compiler knows the types of item and row there.
    synchronize = { node, items, update, content in
      ForEachNode<Item, Row>.synchronize(node, with: items, update, content)
    }
  }

  @usableFromInline var statePath: AnyKeyPath? {
    if case .state(let items) = source { items.keyPath } else { nil }
  }

  /// Makes the node, with all nodes in it and without views.
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

/// Where a list's items are.
@usableFromInline
enum ItemSource<Item: Sendable>: Sendable {
  case array([Item])
  case state(StatePart<[Item]>)
}
