// Rearranging all values at once.
extension EntityTable {
  /// A value with its slot and id.
  @usableFromInline typealias Entity = (slot: UInt32, id: ID, value: Value)

  /// All values in order.
  @inlinable
  func allEntities() -> ContiguousArray<Entity> {
    var entities: ContiguousArray<Entity> = []
    entities.reserveCapacity(count)
    for key in order {
      let chunk = chunks[Int(key)]
      for offset in 0..<counts[Int(key)] {
        guard let value = chunk.values[offset] else { continue }
        entities.append((chunk.slots[offset], chunk.ids[offset], value))
      }
    }
    return entities
  }

  /// Rearranges all values; slots, the hash table and the counts of the chunks stay.
  @inlinable
  mutating func rearrange(_ entities: ContiguousArray<Entity>, in places: [Int]) {
    guard let first = entities.first else { return forgetChanges() }
    var next = 0
    for key in order {
      let end = next + counts[Int(key)]
      var chunk = Chunk(capacity: end - next)
      for place in places[next..<end] {
        chunk.append(entities[place].slot, entities[place].id, entities[place].value)
      }
      chunks[Int(key)] = chunk
      notePlaces(in: Int(key))
      next = end
    }
    note(.moved, first.id, first.slot)
    log.lastSorting = log.last
  }
}
