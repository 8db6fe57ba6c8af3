// Moving values into and out of their places.
extension EntityTable {
  @inlinable
  mutating func makeSlot(for id: ID) -> UInt32 {
    let slot = freeSlots.popLast() ?? UInt32(chunkOfSlot.count)
    if Int(slot) == chunkOfSlot.count { chunkOfSlot.append(0) }
    slots[id] = slot
    return slot
  }

  /// Inserts the value of a slot at a place.
  @inlinable
  mutating func insert(_ slot: UInt32, _ id: ID, _ value: Value?, at index: Int) {
    var (position, offset) = insertionPoint(at: index)
    if position == order.count {
      insertChunk(Chunk(), at: position)
    } else if counts[Int(order[position])] == Run.capacity {
      if position == order.count - 1, offset == Run.capacity {
        // A collection that only grows at its end has full chunks.
        position += 1
        offset = 0
        insertChunk(Chunk(), at: position)
      } else {
        let half = Run.capacity / 2
        let full = Int(order[position])
        makeUniqueChunk(full)
        insertChunk(Chunk(chunks[full].run.split(at: half)), at: position + 1)
        counts[Int(order[position])] = half
        if offset > half {
          position += 1
          offset -= half
        }
      }
    }
    let key = Int(order[position])
    makeUniqueChunk(key)
    chunks[key].run.insert(slot, id, value, at: offset)
    counts[key] += 1
    count += 1
    chunkOfSlot[Int(slot)] = UInt32(key)
  }

  /// Takes out the value at a place without freeing its slot.
  @inlinable
  mutating func remove(at place: Place) -> (id: ID, value: Value?) {
    makeUniqueChunk(place.chunk)
    let entity = chunks[place.chunk].run.remove(at: place.offset)
    counts[place.chunk] -= 1
    count -= 1
    if counts[place.chunk] == 0 {
      removeChunk(at: position(ofChunk: place.chunk))
    } else if counts[place.chunk] == Run.capacity / 4 {
      mergeChunk(at: position(ofChunk: place.chunk))
    }
    return entity
  }

  /// Swaps the places of two slots.
  @inlinable
  mutating func exchange(_ slot: UInt32, _ other: UInt32) {
    let place = self.place(of: slot)
    let otherPlace = self.place(of: other)
    makeUniqueChunk(place.chunk)
    if place.chunk == otherPlace.chunk {
      chunks[place.chunk].run.exchange(place.offset, with: otherPlace.offset)
    } else {
      makeUniqueChunk(otherPlace.chunk)
      chunks[place.chunk].run.exchange(
        place.offset,
        with: otherPlace.offset,
        of: &chunks[otherPlace.chunk].run
      )
      chunkOfSlot.swapAt(Int(slot), Int(other))
    }
  }

  /// Takes the value with an id, if there is one, out of its place, so that nobody else refers to its contents while it is changed.
  @inlinable
  mutating func beginChange(of id: ID) {
    changing.id = id
    guard let slot = slots[id] else { return }
    let place = place(of: slot)
    makeUniqueChunk(place.chunk)
    changing.slot = slot
    changing.place = place
    changing.value = chunks[place.chunk].run.values[place.offset].take()
  }

  /// Puts the changed value back into its place, or removes what is left of it; appends a new one.
  @inlinable
  mutating func endChange() {
    guard let id = changing.id.take() else { return }
    switch (changing.place.take(), changing.value.take()) {
    case (let place?, let value?):
      chunks[place.chunk].run.values[place.offset] = value
      note(.updated, id, changing.slot)
    case (let place?, nil):
      freeSlots.append(changing.slot)
      slots[id] = nil
      _ = remove(at: place)
      note(.removed, id, changing.slot)
    case (nil, let value?):
      let slot = makeSlot(for: id)
      insert(slot, id, value, at: count)
      note(.inserted, id, slot)
    case (nil, nil): break
    }
  }

  /// The number of values before a place.
  @inlinable
  func index(at place: Place) -> Int {
    order.prefix { Int($0) != place.chunk }.reduce(place.offset) { $0 + counts[Int($1)] }
  }

  @inlinable
  func ids(in range: Range<Int>) -> [ID] {
    var ids: [ID] = []
    ids.reserveCapacity(range.count)
    forEachRun(in: range) { ids += $0.ids[$1] }
    return ids
  }

  /// Calls a closure with each chunk that overlaps the places, and the range in it.
  @inlinable
  @inline(__always)
  func forEachRun(in range: Range<Int>, _ body: (Run, Range<Int>) -> Void) {
    var before = 0
    for key in order {
      if before >= range.upperBound { break }
      let count = counts[Int(key)]
      let first = Swift.max(range.lowerBound - before, 0)
      let last = Swift.min(range.upperBound - before, count)
      if first < last { body(chunks[Int(key)].run, first..<last) }
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
      counts[Int(key)] = chunk.run.slots.count
    } else {
      key = UInt32(chunks.count)
      chunks.append(chunk)
      counts.append(chunk.run.slots.count)
    }
    order.insert(key, at: position)
    for slot in chunk.run.slots { chunkOfSlot[Int(slot)] = key }
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
    let limit = Run.capacity * 3 / 4
    func fits(_ first: Int) -> Bool {
      first >= 0 && first + 1 < order.count
        && counts[Int(order[first])] + counts[Int(order[first + 1])] <= limit
    }
    guard let first = [position, position - 1].first(where: fits) else { return }
    let key = Int(order[first])
    let next = chunks[Int(order[first + 1])].run
    makeUniqueChunk(key)
    chunks[key].run.append(next)
    counts[key] += next.slots.count
    for slot in next.slots { chunkOfSlot[Int(slot)] = UInt32(key) }
    removeChunk(at: first + 1)
  }
}
