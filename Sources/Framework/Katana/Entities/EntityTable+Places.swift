// Moving values into and out of their places.
extension EntityTable {
  /// Gives an id a slot; `nil` if it has one.
  @inlinable
  mutating func makeSlot(for id: ID) -> UInt32? {
    let slot = freeSlots.last ?? UInt32(places.count)
    if let known = slots.updateValue(slot, forKey: id) {
      slots[id] = known
      return nil
    }
    if freeSlots.popLast() == nil { places.append(0) }
    return slot
  }

  /// Adds values to an empty table, as one that nobody has seen; their ids must differ.
  ///
  /// Complexity: O(n).
  @inlinable
  mutating func fill(with elements: some Sequence<(ID, Value)>) {
    let expected = elements.underestimatedCount
    slots.reserveCapacity(expected)
    places.reserveCapacity(expected)
    func nextChunk() -> Chunk {
      Chunk(capacity: Swift.min(Swift.max(expected - places.count, 0), Chunk.capacity))
    }
    var chunk = nextChunk()
    for (id, value) in elements {
      if chunk.slots.count == Chunk.capacity {
        insertChunk(chunk, at: order.count)
        chunk = nextChunk()
      }
      guard let slot = makeSlot(for: id) else {
        preconditionFailure("an id occurs twice: \(id)")
      }
      chunk.append(slot, id, value)
    }
    if !chunk.slots.isEmpty { insertChunk(chunk, at: order.count) }
    count = places.count
  }

  /// Notes where the values of a chunk are, from an offset on.
  @inlinable
  mutating func notePlaces(in key: Int, from offset: Int = 0) {
    let slots = chunks[key].slots
    for offset in offset..<slots.count {
      places[Int(slots[offset])] = UInt32(key * Chunk.capacity + offset)
    }
  }

  /// Inserts a value with a new id; `false` if the id isn't new, and nothing has changed.
  @inlinable
  @discardableResult
  mutating func insert(_ value: Value, id: ID, at index: Int) -> Bool {
    guard let slot = makeSlot(for: id) else { return false }
    insert(slot, id, value, at: index)
    note(.inserted, id, slot)
    return true
  }

  /// Inserts the value of a slot at a place.
  @inlinable
  mutating func insert(_ slot: UInt32, _ id: ID, _ value: Value?, at index: Int) {
    var (position, offset) = insertionPoint(at: index)
    if position == order.count {
      insertChunk(Chunk(), at: position)
    } else if counts[Int(order[position])] == Chunk.capacity {
      if position == order.count - 1, offset == Chunk.capacity {
        // A collection that only grows at its end has full chunks.
        position += 1
        offset = 0
        insertChunk(Chunk(), at: position)
      } else {
        let half = Chunk.capacity / 2
        let full = Int(order[position])
        insertChunk(chunks[full].split(at: half), at: position + 1)
        counts[Int(order[position])] = half
        if offset > half {
          position += 1
          offset -= half
        }
      }
    }
    let key = Int(order[position])
    chunks[key].insert(slot, id, value, at: offset)
    counts[key] += 1
    count += 1
    notePlaces(in: key, from: offset)
  }

  /// Removes the value at a place with its id.
  @inlinable
  mutating func remove(_ id: ID, at place: Place) -> Value? {
    let slot = chunks[place.chunk].slots[place.offset]
    slots[id] = nil
    freeSlots.append(slot)
    let value = remove(at: place).value
    note(.removed, id, slot)
    return value
  }

  /// Takes out the value at a place without freeing its slot.
  @inlinable
  mutating func remove(at place: Place) -> (id: ID, value: Value?) {
    let entity = chunks[place.chunk].remove(at: place.offset)
    notePlaces(in: place.chunk, from: place.offset)
    counts[place.chunk] -= 1
    count -= 1
    if counts[place.chunk] == 0 {
      removeChunk(at: position(ofChunk: place.chunk))
    } else if counts[place.chunk] == Chunk.capacity / 4 {
      mergeChunk(at: position(ofChunk: place.chunk))
    }
    return entity
  }

  /// Swaps the places of two slots.
  @inlinable
  mutating func exchange(_ slot: UInt32, _ other: UInt32) {
    let (place, otherPlace) = (place(of: slot), place(of: other))
    let entity = chunks[place.chunk].entity(at: place.offset)
    let otherEntity = chunks[otherPlace.chunk].entity(at: otherPlace.offset)
    chunks[place.chunk].replace(at: place.offset, by: otherEntity)
    chunks[otherPlace.chunk].replace(at: otherPlace.offset, by: entity)
    places.swapAt(Int(slot), Int(other))
  }

  /// Where the value of a slot lies, in memory that no other table has.
  ///
  /// The table must not be changed otherwise while the address is in use.
  @inlinable
  @unsafe
  mutating func address(ofSlot slot: UInt32) -> UnsafeMutablePointer<Value?> {
    let place = place(of: slot)
    // SAFETY: the memory of an array stays where it is while nobody changes the array.
    return unsafe chunks[place.chunk].values.withUnsafeMutableBufferPointer {
      unsafe $0.baseAddress.unsafelyUnwrapped + place.offset
    }
  }

  /// Begins to change the value with an id, or a new one; returns where it lies.
  ///
  /// The table must not be changed otherwise until this has ended.
  @inlinable
  @unsafe
  mutating func beginChange(of id: ID) -> UnsafeMutablePointer<Value?> {
    let value: UnsafeMutablePointer<Value?>
    let slot = slots[id]
    if let slot {
      unsafe value = address(ofSlot: slot)
    } else {
      unsafe value = .allocate(capacity: 1)
      unsafe value.initialize(to: nil)
    }
    unsafe changing = (slot ?? Self.newSlot, value)
    return unsafe value
  }

  /// Notes that the value was changed, removes what is left of it, or appends the new one.
  @inlinable
  mutating func endChange(of id: ID) {
    guard let (slot, value) = unsafe changing.take() else { return }
    if slot == Self.newSlot {
      if let value = unsafe value.move() { insert(value, id: id, at: count) }
      unsafe value.deallocate()
    } else if unsafe value.pointee == nil {
      _ = remove(id, at: place(of: slot))
    } else {
      note(.updated, id, slot)
    }
  }

  /// The number of values before a place.
  @inlinable
  func index(at place: Place) -> Int {
    order.prefix { Int($0) != place.chunk }.reduce(place.offset) { $0 + counts[Int($1)] }
  }

  /// Calls a closure with each chunk that overlaps the places, and the range in it.
  @inlinable
  @inline(__always)
  func forEachChunk(in range: Range<Int>, _ body: (Chunk, Range<Int>) -> Void) {
    var before = 0
    for key in order {
      if before >= range.upperBound { break }
      let count = counts[Int(key)]
      let first = Swift.max(range.lowerBound - before, 0)
      let last = Swift.min(range.upperBound - before, count)
      if first < last { body(chunks[Int(key)], first..<last) }
      before += count
    }
  }

  /// The point at which to insert a value behind `index` others: the position of the chunk in the order (the end if there is none) and the
  /// offset in the chunk.
  @inlinable
  func insertionPoint(at index: Int) -> (position: Int, offset: Int) {
    if index == count, let last = order.last { return (order.count - 1, counts[Int(last)]) }
    var offset = index
    for position in order.indices {
      let count = counts[Int(order[position])]
      if offset <= count { return (position, offset) }
      offset -= count
    }
    return (order.count, 0)
  }
}

// Chunks.
extension EntityTable {
  /// The position of a chunk in the order.
  @inlinable
  func position(ofChunk key: Int) -> Int {
    guard let position = order.firstIndex(of: UInt32(key)) else {
      preconditionFailure("chunk \(key) is none of the \(order.count) in the order")
    }
    return position
  }

  /// Gives a chunk a key and a position in the order.
  @inlinable
  mutating func insertChunk(_ chunk: Chunk, at position: Int) {
    let key: UInt32
    if let free = freeKeys.popLast() {
      key = free
      chunks[Int(key)] = chunk
      counts[Int(key)] = chunk.slots.count
    } else {
      key = UInt32(chunks.count)
      chunks.append(chunk)
      counts.append(chunk.slots.count)
    }
    order.insert(key, at: position)
    notePlaces(in: Int(key))
  }

  /// Frees the key of a chunk that is empty or whose values have moved.
  @inlinable
  mutating func removeChunk(at position: Int) {
    let key = order.remove(at: position)
    chunks[Int(key)] = Chunk()
    counts[Int(key)] = 0
    freeKeys.append(key)
  }

  /// Merges a chunk that has become small with a neighbor that has enough room, if there is one.
  @inlinable
  mutating func mergeChunk(at position: Int) {
    // Leaves room, so that the next few insertions don't split it again.
    let limit = Chunk.capacity * 3 / 4
    func fits(_ first: Int) -> Bool {
      first >= 0 && first + 1 < order.count
        && counts[Int(order[first])] + counts[Int(order[first + 1])] <= limit
    }
    guard let first = [position, position - 1].first(where: fits) else { return }
    let key = Int(order[first])
    let next = chunks[Int(order[first + 1])]
    let end = counts[key]
    chunks[key].append(next)
    counts[key] += next.slots.count
    notePlaces(in: key, from: end)
    removeChunk(at: first + 1)
  }
}
