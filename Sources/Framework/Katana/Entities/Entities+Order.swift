// Changes to the set of values and to their order.
//
// *n* is the number of values. They are in chunks of at most 64; the order of chunks is searched linearly.
extension Entities {
  /// Adds a value at the end.
  ///
  /// - Complexity: O(1), amortized.
  /// - Returns: Whether the id is new; otherwise nothing has changed.
  @inlinable
  @discardableResult
  public mutating func append(_ value: Value, id: ID) -> Bool {
    insert(value, id: id, at: count)
  }

  /// Inserts a value at a place among the others.
  ///
  /// - Complexity: O(*n* / 64 + 64), amortized; O(1) at the end.
  /// - Parameters:
  ///   - value: The value.
  ///   - id: Its id.
  ///   - index: The number of values before it afterwards; from 0 to the count.
  /// - Returns: Whether the id is new; otherwise nothing has changed.
  @inlinable
  @discardableResult
  public mutating func insert(_ value: Value, id: ID, at index: Int) -> Bool {
    precondition(index >= 0 && index <= count, "place \(index) of \(count) values")
    makeUnique()
    return storage.table.insert(value, id: id, at: index)
  }

  /// Removes the value with an id.
  ///
  /// - Complexity: O(64), and O(*n* / 64) if its chunk becomes small.
  /// - Returns: The value; `nil` if there was none.
  @inlinable
  @discardableResult
  public mutating func remove(_ id: ID) -> Value? {
    guard let slot = storage.table.slots[id] else { return nil }
    makeUnique()
    return storage.table.remove(id, at: storage.table.place(of: slot))
  }

  /// Removes all values and forgets earlier changes.
  @inlinable
  public mutating func removeAll() {
    storage = EntityStorage()
  }

  /// Moves a value to another place among the others.
  ///
  /// - Complexity: O(*n* / 64 + 64), amortized.
  /// - Parameters:
  ///   - id: The value's.
  ///   - index: The number of values before it afterwards; from 0 to the count less 1.
  /// - Returns: Whether there is such a value.
  @inlinable
  @discardableResult
  public mutating func move(_ id: ID, to index: Int) -> Bool {
    guard let slot = storage.table.slots[id] else { return false }
    precondition(index >= 0 && index < count, "place \(index) of \(count) values")
    makeUnique()
    let entity = storage.table.remove(at: storage.table.place(of: slot))
    storage.table.insert(slot, entity.id, entity.value, at: index)
    storage.table.note(.moved, id, slot)
    return true
  }

  /// Swaps two values.
  ///
  /// - Complexity: A look-up by hash each.
  /// - Returns: Whether both are there.
  @inlinable
  @discardableResult
  public mutating func swap(_ id: ID, _ other: ID) -> Bool {
    guard let slot = storage.table.slots[id], let otherSlot = storage.table.slots[other] else {
      return false
    }
    guard slot != otherSlot else { return true }
    makeUnique()
    storage.table.exchange(slot, otherSlot)
    storage.table.note(.moved, id, slot)
    storage.table.note(.moved, other, otherSlot)
    return true
  }

  /// Sorts the values and forgets earlier changes.
  ///
  /// - Complexity: O(*n* log *n*).
  /// - Throws: What the comparison throws; then nothing has changed.
  @inlinable
  public mutating func sort(
    by areInIncreasingOrder: ((id: ID, value: Value), (id: ID, value: Value)) throws -> Bool
  ) rethrows {
    let entities = storage.table.allEntities()
    // Sorts indices, because values may be large.
    let order = try entities.indices.sorted {
      try areInIncreasingOrder(
        (entities[$0].id, entities[$0].value),
        (entities[$1].id, entities[$1].value)
      )
    }
    makeUnique()
    storage.table.rearrange(entities, in: order)
  }

  /// The place of the value with an id: the number of values before it.
  ///
  /// - Complexity: O(*n* / 64).
  @inlinable
  public func index(of id: ID) -> Int? {
    storage.table.slots[id].map { storage.table.index(at: storage.table.place(of: $0)) }
  }

  /// The ids at some places, in order.
  ///
  /// - Complexity: O(*n* / 64) and the number of ids.
  @inlinable
  public func ids(in range: Range<Int>) -> [ID] {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count,
      "places \(range) of \(count) values"
    )
    var ids: [ID] = []
    ids.reserveCapacity(range.count)
    storage.table.forEachChunk(in: range) { ids += $0.ids[$1] }
    return ids
  }
}

extension Entities: Sequence {
  /// The values with their ids, in order.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let storage: EntityStorage<ID, Value>
    @usableFromInline var position = 0
    @usableFromInline var offset = 0

    @inlinable
    init(storage: EntityStorage<ID, Value>) { self.storage = storage }

    /// The next value.
    @inlinable
    public mutating func next() -> (id: ID, value: Value)? {
      while position < storage.table.order.count {
        let chunk = storage.table.chunks[Int(storage.table.order[position])]
        if offset < chunk.ids.count, let value = chunk.values[offset] {
          offset += 1
          return (chunk.ids[offset - 1], value)
        }
        position += 1
        offset = 0
      }
      return nil
    }
  }

  /// The values with their ids, in order.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(storage: storage) }

  /// The count.
  @inlinable
  public var underestimatedCount: Int { count }
}
