/// Consecutive values of an ``Entities``; tables share chunks and copy them before they change them.
@usableFromInline
final class EntityChunk<ID, Value> {
  @exclusivity(unchecked) @usableFromInline var held: EntityRun<ID, Value>

  @inlinable
  @inline(__always)
  var run: EntityRun<ID, Value> {
    // SAFETY, of both accessors: rule 4 of EntityStorage.swift.
    _read { yield unsafe held }
    _modify { yield unsafe &held }
  }

  @inlinable
  init(_ run: EntityRun<ID, Value> = EntityRun()) { unsafe held = run }

  @inlinable
  func copy() -> EntityChunk { EntityChunk(run) }
}

/// The values of a chunk with their ids and slots.
@usableFromInline
struct EntityRun<ID, Value> {
  /// The maximum number of values.
  ///
  /// Small chunks are searched faster for a slot, and copied faster while an old state is held; but such a copy also takes a reference for
  /// each page of chunks.
  @inlinable static var capacity: Int { 64 }

  @usableFromInline var slots: ContiguousArray<UInt32> = []
  @usableFromInline var ids: ContiguousArray<ID> = []
  /// `nil` only while the value is being changed.
  @usableFromInline var values: ContiguousArray<Value?> = []

  @inlinable
  init() {}

  /// The offset of a slot that is in this run.
  @inlinable
  func offset(of slot: UInt32) -> Int {
    guard let offset = slots.firstIndex(of: slot) else {
      preconditionFailure("slot \(slot) is none of the \(slots.count) of its chunk")
    }
    return offset
  }

  @inlinable
  mutating func insert(_ slot: UInt32, _ id: ID, _ value: Value?, at offset: Int) {
    slots.insert(slot, at: offset)
    ids.insert(id, at: offset)
    values.insert(value, at: offset)
  }

  @inlinable
  mutating func remove(at offset: Int) -> (id: ID, value: Value?) {
    slots.remove(at: offset)
    return (ids.remove(at: offset), values.remove(at: offset))
  }

  @inlinable
  mutating func exchange(_ offset: Int, with other: Int) {
    slots.swapAt(offset, other)
    ids.swapAt(offset, other)
    values.swapAt(offset, other)
  }

  /// Swaps a value with one of another run.
  @inlinable
  mutating func exchange(_ offset: Int, with other: Int, of run: inout EntityRun) {
    swap(&slots[offset], &run.slots[other])
    swap(&ids[offset], &run.ids[other])
    swap(&values[offset], &run.values[other])
  }

  /// Takes out everything from an offset on.
  @inlinable
  mutating func split(at offset: Int) -> EntityRun {
    var rest = EntityRun()
    rest.slots.append(contentsOf: slots[offset...])
    rest.ids.append(contentsOf: ids[offset...])
    rest.values.append(contentsOf: values[offset...])
    slots.removeSubrange(offset...)
    ids.removeSubrange(offset...)
    values.removeSubrange(offset...)
    return rest
  }

  @inlinable
  mutating func append(_ next: EntityRun) {
    slots.append(contentsOf: next.slots)
    ids.append(contentsOf: next.ids)
    values.append(contentsOf: next.values)
  }
}
