/// A collection whose readers each read one value.
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

  /// - Complexity: Amortized O(1): if many values have lost their readers, they are dropped on the way.
  override var hasReaders: Bool {
    var unread = 0
    var place = subscriptions.startIndex
    while place != subscriptions.endIndex, subscriptions.values[place].isEmpty {
      unread += 1
      subscriptions.formIndex(after: &place)
    }
    let isRead = place != subscriptions.endIndex
    if unread > Self.mostUnread {
      for id in Array(subscriptions.keys.prefix(unread)) { subscriptions[id] = nil }
    }
    return isRead
  }

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
      // Too many changes, or another collection: all readers check their values again.
      for (id, list) in subscriptions {
        list.forEachReader(body)
        forgetUnread(id)
      }
      return
    }
    changes.forEachChange { change in
      guard change.kind != .moved, let list = subscriptions[change.id] else { return }
      list.forEachReader(body)
      if change.kind == .removed { forgetUnread(change.id) }
    }
  }

  /// Forgets a value without readers, after its readers were notified: some may have begun to read it again.
  private func forgetUnread(_ id: ID) {
    if subscriptions[id]?.isEmpty == true { subscriptions[id] = nil }
  }
}

/// A collection whose readers look up its changes themselves.
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
