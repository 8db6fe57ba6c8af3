/// Some values of an ``Entities`` that follow one another, with their ids and slots.
@usableFromInline
final class EntityChunk<ID, Value> {
  /// A value is found by its slot in some 30 ns in 128 of them; a copy while an old state is held takes a
  /// reference for each chunk, and a chunk.
  @inlinable static var capacity: Int { 128 }

  @usableFromInline var slots: ContiguousArray<UInt32> = []
  @usableFromInline var ids: ContiguousArray<ID> = []
  /// `nil` only while one is being set to that.
  @usableFromInline var values: ContiguousArray<Value?> = []

  @usableFromInline
  init() {}

  @usableFromInline
  func copy() -> EntityChunk {
    let copy = EntityChunk()
    copy.slots = slots
    copy.ids = ids
    copy.values = values
    return copy
  }

  /// The place of a slot that is in here.
  @inlinable
  func offset(of slot: UInt32) -> Int {
    guard let offset = slots.firstIndex(of: slot) else {
      preconditionFailure("slot \(slot) is none of the \(slots.count) of its chunk")
    }
    return offset
  }

  /// Changes a value; `nil` if it is none.
  @inlinable
  func change<Result, Failure: Error>(
    at offset: Int,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    // Taken out, so that what it holds is held by nobody else meanwhile.
    guard var value = values[offset].take() else { return nil }
    defer { values[offset] = value }
    return try body(&value)
  }

  @inlinable
  func insert(_ slot: UInt32, _ id: ID, _ value: Value?, at offset: Int) {
    slots.insert(slot, at: offset)
    ids.insert(id, at: offset)
    values.insert(value, at: offset)
  }

  @inlinable
  func remove(at offset: Int) -> (id: ID, value: Value?) {
    slots.remove(at: offset)
    return (ids.remove(at: offset), values.remove(at: offset))
  }

  @inlinable
  func exchange(_ offset: Int, with other: Int) {
    slots.swapAt(offset, other)
    ids.swapAt(offset, other)
    values.swapAt(offset, other)
  }

  /// Exchanges a value with one of another chunk.
  @inlinable
  func exchange(_ offset: Int, with other: Int, of chunk: EntityChunk) {
    swap(&slots[offset], &chunk.slots[other])
    swap(&ids[offset], &chunk.ids[other])
    swap(&values[offset], &chunk.values[other])
  }

  /// Takes out what is from a place on.
  @usableFromInline
  func split(at offset: Int) -> EntityChunk {
    let rest = EntityChunk()
    rest.slots.append(contentsOf: slots[offset...])
    rest.ids.append(contentsOf: ids[offset...])
    rest.values.append(contentsOf: values[offset...])
    slots.removeSubrange(offset...)
    ids.removeSubrange(offset...)
    values.removeSubrange(offset...)
    return rest
  }

  @usableFromInline
  func append(_ next: EntityChunk) {
    slots.append(contentsOf: next.slots)
    ids.append(contentsOf: next.ids)
    values.append(contentsOf: next.values)
  }
}
