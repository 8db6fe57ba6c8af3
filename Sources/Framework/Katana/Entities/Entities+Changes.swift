/// A position in the changes of an ``Entities``.
///
/// It belongs to the collection's values at one moment. Asked of a copy of these values, it finds the changes of that copy since then, or
/// that they aren't known, whatever happened to the other copies.
@frozen
public struct EntityCursor: Sendable, Hashable {
  @usableFromInline let mutation: UInt64

  @inlinable
  init(mutation: UInt64) { self.mutation = mutation }

  /// The cursor of a reader that has seen nothing; no collection knows the changes since.
  @inlinable
  public static var start: EntityCursor { EntityCursor(mutation: 0) }
}

/// One change of an ``Entities``.
@frozen
public struct EntityChange<ID: Hashable & Sendable>: Sendable {
  /// The kinds of changes.
  @frozen
  public enum Kind: Sendable {
    /// The value was changed, or could have been.
    case updated
    /// The value is new.
    case inserted
    /// The value was removed.
    case removed
    /// The value moved to another place among the others.
    case moved
  }

  /// The value's id.
  public let id: ID
  /// The kind of change.
  public let kind: Kind
  /// The slot at which the collection finds the value until it is removed; then another value may get the slot.
  @usableFromInline package let slot: UInt32
  @usableFromInline let mutation: UInt64

  @inlinable
  init(id: ID, kind: Kind, slot: UInt32, mutation: UInt64) {
    self.id = id
    self.kind = kind
    self.slot = slot
    self.mutation = mutation
  }
}

/// Changes of an ``Entities`` in the order in which they happened; an id occurs as often as it was changed.
///
/// While you keep it, the next change copies the latest part of the log, at most 64 changes.
@frozen
public struct EntityChanges<ID: Hashable & Sendable>: Sequence, IteratorProtocol, Sendable {
  /// The full segments of the log, if some of their changes belong to these.
  @usableFromInline let older: PagedArray<EntityLog<ID>.Segment>
  @usableFromInline let recent: EntityLog<ID>.Segment
  /// The segment with the next change, `older.count` for the recent one, and the offset in it.
  @usableFromInline var segment: Int
  @usableFromInline var offset: Int

  @inlinable
  init(
    older: PagedArray<EntityLog<ID>.Segment> = PagedArray(),
    recent: EntityLog<ID>.Segment,
    segment: Int = 0,
    offset: Int
  ) {
    (self.older, self.recent) = (older, recent)
    (self.segment, self.offset) = (segment, offset)
  }

  /// Whether there is no further change.
  @inlinable
  public var isEmpty: Bool { underestimatedCount == 0 }

  /// The number of further changes.
  @inlinable
  public var underestimatedCount: Int {
    (older.count - segment) * EntityLog<ID>.segmentSize + recent.count - offset
  }

  /// The next change, the oldest first.
  @inlinable
  public mutating func next() -> EntityChange<ID>? {
    if segment < older.count { return nextOlder() }
    if offset == recent.count { return nil }
    offset += 1
    return recent[offset - 1]
  }

  @inlinable
  @inline(never)
  mutating func nextOlder() -> EntityChange<ID> {
    let change = older[segment][offset]
    offset += 1
    if offset == EntityLog<ID>.segmentSize { (segment, offset) = (segment + 1, 0) }
    return change
  }

  /// Calls a closure with each change, the oldest first.
  ///
  /// In code that isn't specialized for the ids, an iterator looks up its types at each change; this looks them up once.
  @inlinable
  package func forEachChange(_ body: (EntityChange<ID>) -> Void) {
    var offset = offset
    for index in segment...older.count {
      let changes = index < older.count ? older[index] : recent
      for place in offset..<changes.count { body(changes[place]) }
      offset = 0
    }
  }
}

extension Entities {
  /// The place behind the last change.
  @inlinable
  public var cursor: EntityCursor { EntityCursor(mutation: storage.table.log.last) }

  /// The changes since a cursor was taken.
  ///
  /// - Complexity: O(log *m*) in the number *m* of remembered changes: the last 1,024, or a quarter of the count if that is more. Iterating
  ///   takes O(1) per change.
  /// - Returns: All of them; `nil` if they aren't known: there are too many, the collection was made anew, sorted or emptied, or the cursor
  ///   is of another collection or of a copy's later changes. Then read all of it.
  @inlinable
  public func changes(since cursor: EntityCursor) -> EntityChanges<ID>? {
    guard cursor.mutation >= storage.table.log.lastSorting else { return nil }
    return storage.table.log.changes(after: cursor.mutation)
  }

  /// ``changes(since:)`` that also works after a sort: the changes give the ids and values, but the order may be any other.
  @inlinable
  package func changesAndSorting(
    since cursor: EntityCursor
  ) -> (changes: EntityChanges<ID>, isSorted: Bool)? {
    storage.table.log.changes(after: cursor.mutation).map {
      ($0, cursor.mutation < storage.table.log.lastSorting)
    }
  }

  /// The value of a change, unless it was removed since.
  ///
  /// - Complexity: O(1); nothing is hashed.
  @inlinable
  package func value(inSlot slot: UInt32) -> Value? {
    let place = storage.table.place(of: slot)
    return storage.table.chunks[place.chunk].values[place.offset]
  }

  /// The slots of the values at some places, in order.
  ///
  /// - Complexity: O(*n* / 64) and the number of slots.
  @inlinable
  package func slots(in range: Range<Int>) -> ContiguousArray<UInt32> {
    var slots: ContiguousArray<UInt32> = []
    slots.reserveCapacity(range.count)
    storage.table.forEachChunk(in: range) { slots += $0.slots[$1] }
    return slots
  }

  /// The place of the value that has a slot.
  ///
  /// - Complexity: O(*n* / 64).
  @inlinable
  package func index(ofSlot slot: UInt32) -> Int {
    storage.table.index(at: storage.table.place(of: slot))
  }
}
