public import Katana

extension StateReads {
  /// One value of a collection with a change log: no other change costs the node anything.
  ///
  /// Complexity: in each frame that shows changes, O(c) for `c` of them, however many nodes read values.
  @inlinable
  public static func entity<ID, Value>(
    _ keyPath: any KeyPath<S, Entities<ID, Value>> & Sendable,
    id: ID
  ) -> StateReads {
    StateReads(parts: [Part(keyPath, id: id) { EntityComparison(keyPath) }])
  }
}

/// A collection of which nodes read one value each.
@usableFromInline
final class EntityComparison<S: State, ID: Hashable & Sendable, Value: Sendable>: PartComparison<S>
{
  private let keyPath: any KeyPath<S, Entities<ID, Value>> & Sendable
  private var cursor = EntityCursor.start
  private var subscriptions: [ID: SubscriptionList] = [:]

  @usableFromInline
  nonisolated init(_ keyPath: any KeyPath<S, Entities<ID, Value>> & Sendable) {
    self.keyPath = keyPath
  }

  override func begin(with state: S) { cursor = state[keyPath: keyPath].cursor }

  override func append(_ subscription: Subscription, _ part: StateReads<S>.Part) {
    guard let id = part.id as? ID else { return }
    subscriptions[id, default: SubscriptionList()].append(subscription)
  }

  override func forEachChanged(in state: S, _ body: (AnyNode) -> Void) {
    let entities = state[keyPath: keyPath]
    let changes = entities.changesAndSorting(since: cursor)?.changes
    cursor = entities.cursor
    guard let changes else {
      // Too many, or another collection: whoever reads a value looks at it again.
      for (id, list) in subscriptions {
        list.forEachNode(body)
        if list.isEmpty { subscriptions[id] = nil }
      }
      return
    }
    for change in changes where change.kind != .moved {
      guard let list = subscriptions[change.id] else { continue }
      list.forEachNode(body)
      if change.kind == .removed, list.isEmpty { subscriptions[change.id] = nil }
    }
  }
}

extension StateReads {
  /// A collection, of which whoever reads it asks what has changed.
  static func collection<ID, Value>(
    _ keyPath: any KeyPath<S, Entities<ID, Value>> & Sendable
  ) -> StateReads {
    StateReads(parts: [Part(keyPath) { CollectionComparison(keyPath) }])
  }
}

/// A collection whose readers look for themselves what has changed in it.
final class CollectionComparison<S: State, ID: Hashable & Sendable, Value: Sendable>:
  PartComparison<S>
{
  private let keyPath: any KeyPath<S, Entities<ID, Value>> & Sendable
  private var cursor = EntityCursor.start

  nonisolated init(_ keyPath: any KeyPath<S, Entities<ID, Value>> & Sendable) {
    self.keyPath = keyPath
  }

  override func hasChanged(in state: S) -> Bool {
    let new = state[keyPath: keyPath].cursor
    defer { cursor = new }
    return new != cursor
  }
}
