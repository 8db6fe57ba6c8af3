/// A collection whose readers each read one value.
@usableFromInline
final class EntityComparison<S: State, ID: Hashable & Sendable, Value: Sendable>: PartComparison<S>
{
  private let keyPath: any KeyPath<S, Entities<ID, Value>> & Sendable
  private var cursor = EntityCursor.start

  @usableFromInline
  nonisolated init(_ keyPath: any KeyPath<S, Entities<ID, Value>> & Sendable) {
    self.keyPath = keyPath
  }

  override func begin(with state: S) { cursor = state[keyPath: keyPath].cursor }

  override func forEachChanged(in state: S, _ body: (any StateReader) -> Void) {
    let entities = state[keyPath: keyPath]
    let changes = entities.changesAndSorting(since: cursor)?.changes
    cursor = entities.cursor
    // Too many changes, or another collection: all readers check their values again.
    guard let changes else { return forEachReaderOfValues(body) }
    changes.forEachChange { change in
      guard change.kind != .moved else { return }
      let value = change.id.hashValue
      forEachReader(ofValue: value, body)
      if change.kind == .removed { forgetUnread(value) }
    }
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
