/// Consecutive values of an ``Entities`` with their ids and slots.
@usableFromInline
struct EntityChunk<ID, Value> {
  /// The maximum number of values.
  ///
  /// A power of two. Small chunks are copied faster while an old state is held; but such a copy also takes a reference for each page of
  /// chunks.
  @inlinable @inline(__always) static var capacity: Int { 64 }

  @usableFromInline var slots: ContiguousArray<UInt32> = []
  @usableFromInline var ids: ContiguousArray<ID> = []
  /// `nil` only while a value is being changed.
  @usableFromInline var values: ContiguousArray<Value?> = []

  @inlinable
  init() {}

  /// An empty chunk with room for values.
  @inlinable
  init(capacity: Int) {
    slots.reserveCapacity(capacity)
    ids.reserveCapacity(capacity)
    values.reserveCapacity(capacity)
  }

  @inlinable
  mutating func insert(_ slot: UInt32, _ id: ID, _ value: Value?, at offset: Int) {
    if offset == slots.count { return append(slot, id, value) }
    slots.insert(slot, at: offset)
    ids.insert(id, at: offset)
    values.insert(value, at: offset)
  }

  // An insertion at the end of an array takes several times as long.
  @inlinable
  mutating func append(_ slot: UInt32, _ id: ID, _ value: Value?) {
    slots.append(slot)
    ids.append(id)
    values.append(value)
  }

  @inlinable
  mutating func remove(at offset: Int) -> (id: ID, value: Value?) {
    slots.remove(at: offset)
    return (ids.remove(at: offset), values.remove(at: offset))
  }

  @usableFromInline typealias Entity = (slot: UInt32, id: ID, value: Value?)

  @inlinable
  func entity(at offset: Int) -> Entity { (slots[offset], ids[offset], values[offset]) }

  /// Puts another value in the place of one.
  @inlinable
  mutating func replace(at offset: Int, by entity: Entity) {
    (slots[offset], ids[offset], values[offset]) = entity
  }

  /// Takes out everything from an offset on.
  @inlinable
  mutating func split(at offset: Int) -> EntityChunk {
    var rest = EntityChunk()
    rest.slots.append(contentsOf: slots[offset...])
    rest.ids.append(contentsOf: ids[offset...])
    rest.values.append(contentsOf: values[offset...])
    slots.removeSubrange(offset...)
    ids.removeSubrange(offset...)
    values.removeSubrange(offset...)
    return rest
  }

  @inlinable
  mutating func append(_ next: EntityChunk) {
    slots.append(contentsOf: next.slots)
    ids.append(contentsOf: next.ids)
    values.append(contentsOf: next.values)
  }
}
