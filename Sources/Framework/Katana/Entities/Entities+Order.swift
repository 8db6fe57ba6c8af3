// What changes which values there are, and their order.
//
// *n* is the number of values; they lie in chunks of at most 128, in an order of chunks that is looked through.
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

  /// Puts a value at a place among the others.
  ///
  /// - Complexity: O(*n* / 128 + 128), amortized; O(1) at the end.
  /// - Parameters:
  ///   - value: The value.
  ///   - id: Its id.
  ///   - index: How many values are before it then; from 0 to the count.
  /// - Returns: Whether the id is new; otherwise nothing has changed.
  @inlinable
  @discardableResult
  public mutating func insert(_ value: Value, id: ID, at index: Int) -> Bool {
    precondition(index >= 0 && index <= count, "place \(index) of \(count) values")
    guard storage.slots[id] == nil else { return false }
    makeUnique()
    let slot = storage.makeSlot(for: id)
    storage.insert(slot, id, value, at: index)
    storage.note(.inserted, id)
    return true
  }

  /// Removes the value with an id.
  ///
  /// - Complexity: O(128), and O(*n* / 128) where its chunk becomes small.
  /// - Returns: The value; `nil` if there was none.
  @inlinable
  @discardableResult
  public mutating func remove(_ id: ID) -> Value? {
    guard let slot = storage.slots[id] else { return nil }
    makeUnique()
    storage.slots[id] = nil
    storage.freeSlots.append(slot)
    let entity = storage.remove(at: storage.place(of: slot))
    storage.note(.removed, id)
    return entity.value
  }

  /// Removes all values; what has changed before is known no more.
  @inlinable
  public mutating func removeAll() {
    storage = EntityStorage()
  }

  /// Puts a value at another place among the others.
  ///
  /// - Complexity: O(*n* / 128 + 128), amortized.
  /// - Parameters:
  ///   - id: The value's.
  ///   - index: How many values are before it then; from 0 to the count less 1.
  /// - Returns: Whether there is such a value.
  @inlinable
  @discardableResult
  public mutating func move(_ id: ID, to index: Int) -> Bool {
    guard let slot = storage.slots[id] else { return false }
    precondition(index >= 0 && index < count, "place \(index) of \(count) values")
    makeUnique()
    let entity = storage.remove(at: storage.place(of: slot))
    storage.insert(slot, entity.id, entity.value, at: index)
    storage.note(.moved, id)
    return true
  }

  /// Exchanges the places of two values.
  ///
  /// - Complexity: O(128).
  /// - Returns: Whether both are there.
  @inlinable
  @discardableResult
  public mutating func swap(_ id: ID, _ other: ID) -> Bool {
    guard let slot = storage.slots[id], let otherSlot = storage.slots[other] else { return false }
    guard slot != otherSlot else { return true }
    makeUnique()
    storage.exchange(slot, otherSlot)
    storage.note(.moved, id)
    storage.note(.moved, other)
    return true
  }

  /// Sorts the values; what has changed before is known no more.
  ///
  /// - Complexity: O(*n* log *n*).
  /// - Throws: What the comparison throws; then nothing has changed.
  @inlinable
  public mutating func sort(
    by areInIncreasingOrder: ((id: ID, value: Value), (id: ID, value: Value)) throws -> Bool
  ) rethrows {
    let sorted = try Array(self).sorted(by: areInIncreasingOrder)
    storage = Entities(uniqueIDsWithValues: sorted.lazy.map { ($0.id, $0.value) }).storage
  }

  /// The place of the value with an id: how many are before it.
  ///
  /// - Complexity: O(*n* / 128 + 128).
  @inlinable
  public func index(of id: ID) -> Int? {
    storage.slots[id].map { storage.index(at: storage.place(of: $0)) }
  }

  /// The ids at some places, in order.
  ///
  /// - Complexity: O(*n* / 128) and the number of ids.
  @inlinable
  public func ids(in range: Range<Int>) -> [ID] {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count,
      "places \(range) of \(count) values"
    )
    return storage.ids(in: range)
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
      while position < storage.order.count {
        let chunk = storage.chunks[Int(storage.order[position])]
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
