/// A collection of which readers read one value each.
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

  override var hasReaders: Bool { subscriptions.values.contains { !$0.isEmpty } }

  override func begin(with state: S) { cursor = state[keyPath: keyPath].cursor }

  override func append(_ subscription: Subscription, _ part: StateReads<S>.Part) {
    guard let id = part.id as? ID else { return }
    subscriptions[id, default: SubscriptionList()].append(subscription)
  }

  override func forEachChanged(in state: S, _ body: (any StateReader) -> Void) {
    let entities = state[keyPath: keyPath]
    let changes = entities.changesAndSorting(since: cursor)?.changes
    cursor = entities.cursor
    guard let changes else {
      // Too many, or another collection: whoever reads a value looks at it again.
      for (id, list) in subscriptions {
        list.forEachReader(body)
        if list.isEmpty { subscriptions[id] = nil }
      }
      return
    }
    changes.forEachChange { change in
      guard change.kind != .moved, let list = subscriptions[change.id] else { return }
      list.forEachReader(body)
      if change.kind == .removed, list.isEmpty { subscriptions[change.id] = nil }
    }
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
