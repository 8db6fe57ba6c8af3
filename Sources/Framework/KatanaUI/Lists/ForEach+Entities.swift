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
  @usableFromInline let keyPath: any AnyKeyPath & Sendable
  @usableFromInline let stateName: String
  @usableFromInline let subscribe:
    @MainActor @Sendable (AnyStoreConnection, AnyNode) -> [Subscription]?
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
    var values: [HandlerToken.Value] = []
    repeat values.append(HandlerToken.Value(each captured))
    // Made where the list is described, so that the compiler knows all types there.
    let synchronize: EntitiesNode<ID, Value, Row>.Synchronization = { node, connection, update in
      guard let connection = connection as? StoreConnection<S>,
        let entities = connection.read(keyPath)
      else { return }
      EntitiesNode<ID, Value, Row>.synchronize(node, with: entities, update, content)
    }
    self.keyPath = keyPath
    stateName = "\(S.self)"
    // To be asked costs less than to compare the collection for it.
    subscribe = { ($0 as? StoreConnection<S>)?.subscribe($1, to: .everything) }
    self.captured = values
    self.synchronize = synchronize
    props = .build {
      $0.frame = frame
      $0.key = key
    }
  }

  /// The props, of whatever type.
  public var anyProps: any NodeDescriptionProps { props }
  /// The name that tells the node from its siblings of the same type.
  public var key: String? { props.key }
  /// Place in the parent.
  public var frame: CGRect {
    get { props.frame }
    set { props.frame = newValue }
  }

  @usableFromInline var statePath: AnyKeyPath? { keyPath }

  /// Makes the node, with all nodes in it and without views.
  @MainActor public func makeNode(in context: NodeContext) -> AnyNode {
    let node = EntitiesNode(self, in: context)
    node.begin()
    return node
  }

  /// Gives the description to a node of its type.
  @MainActor public func update(_ node: AnyNode, with options: NodeUpdate) {
    node.memo = nil
    if node.rare != nil { node.comeBack(options) }
    guard !options.isLeaving else { return node.relayout(to: frame, isForced: false) }
    (node as? EntitiesNode<ID, Value, Row>)?.take(self, options)
  }

  /// Whether both have the same type and equal props.
  public func isEqual(to other: any AnyNodeDescription) -> Bool {
    guard let other = other as? Self else { return false }
    return props == other.props && captured == other.captured && keyPath == other.keyPath
  }
}
