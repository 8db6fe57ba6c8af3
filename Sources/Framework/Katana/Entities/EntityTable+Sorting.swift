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
        guard let value = chunk.run.values[offset] else { continue }
        entities.append((chunk.run.slots[offset], chunk.run.ids[offset], value))
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
      var run = Run()
      let end = next + counts[Int(key)]
      run.slots.reserveCapacity(end - next)
      run.ids.reserveCapacity(end - next)
      run.values.reserveCapacity(end - next)
      for place in places[next..<end] {
        run.slots.append(entities[place].slot)
        run.ids.append(entities[place].id)
        run.values.append(entities[place].value)
        chunkOfSlot[Int(entities[place].slot)] = key
      }
      chunks[Int(key)] = Chunk(run)
      next = end
    }
    note(.moved, first.id, first.slot)
    log.lastSorting = log.last
  }
}
