extension Entities: Equatable where Value: Equatable {
  /// Whether both have equal values with the same ids in the same order; earlier changes don't matter.
  ///
  /// - Complexity: O(1) for a copy that was not changed since, and for one in which a few values were. O(*n* / 64), plus the chunks that
  ///   the two don't share, for a copy changed in another way; O(*n*) for others.
  @inlinable
  public static func == (left: Entities, right: Entities) -> Bool {
    if left.storage === right.storage || left.cursor == right.cursor { return true }
    guard left.count == right.count else { return false }
    let (old, new) =
      left.cursor.mutation < right.cursor.mutation ? (left, right) : (right, left)
    return old.isEqual(toChanged: new)
      ?? left.storage.table.hasEqualValues(right.storage.table)
  }

  /// Whether a copy that differs by a few updates has equal values; `nil` if it isn't known to be such a copy.
  @inlinable
  func isEqual(toChanged copy: Entities) -> Bool? {
    guard let changes = copy.changes(since: cursor), changes.underestimatedCount <= 16 else {
      return nil
    }
    for change in changes where change.kind != .updated { return nil }
    for change in changes {
      // The id is in both: anything else would be another kind of change.
      guard self[change.id] == copy[change.id] else { return false }
    }
    return true
  }
}

extension EntityTable where Value: Equatable {
  /// Compares the values of two tables of equal count, by chunks: slices that share their memory are equal at once.
  @inlinable
  func hasEqualValues(_ other: borrowing EntityTable) -> Bool {
    var (left, right) = (Walk(self), Walk(other))
    while let chunk = left.chunk, let otherChunk = right.chunk {
      let count = Swift.min(
        chunk.ids.count - left.offset,
        otherChunk.ids.count - right.offset
      )
      let places = left.offset..<left.offset + count
      let otherPlaces = right.offset..<right.offset + count
      guard chunk.ids[places] == otherChunk.ids[otherPlaces],
        chunk.values[places] == otherChunk.values[otherPlaces]
      else { return false }
      left.advance(by: count)
      right.advance(by: count)
    }
    return true
  }

  /// A position while walking through chunks.
  @usableFromInline
  struct Walk {
    @usableFromInline let order: ContiguousArray<UInt32>
    @usableFromInline let chunks: PagedArray<Chunk>
    @usableFromInline var position = 0
    @usableFromInline var offset = 0

    @inlinable
    init(_ table: borrowing EntityTable) { (order, chunks) = (table.order, table.chunks) }

    @inlinable var chunk: Chunk? {
      position < order.count ? chunks[Int(order[position])] : nil
    }

    @inlinable
    mutating func advance(by count: Int) {
      offset += count
      guard let chunk, offset == chunk.ids.count else { return }
      position += 1
      offset = 0
    }
  }
}

extension Entities: Hashable where Value: Hashable {
  /// Feeds the values with their ids, in order, into a hasher.
  ///
  /// - Complexity: O(*n*).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for (id, value) in self {
      hasher.combine(id)
      hasher.combine(value)
    }
  }
}

private enum EntityKeys: CodingKey { case id, value }

extension Entities: Encodable where ID: Encodable, Value: Encodable {
  /// Writes a list of ids with their values, without earlier changes.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for (id, value) in self {
      var element = list.nestedContainer(keyedBy: EntityKeys.self)
      try element.encode(id, forKey: .id)
      try element.encode(value, forKey: .value)
    }
  }
}

extension Entities: Decodable where ID: Decodable, Value: Decodable {
  /// Reads what `encode(to:)` has written into a new collection; no cursor knows its changes.
  ///
  /// - Throws: `DecodingError`, also if an id occurs twice.
  public init(from decoder: any Decoder) throws {
    self.init()
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let element = try list.nestedContainer(keyedBy: EntityKeys.self)
      let id = try element.decode(ID.self, forKey: .id)
      guard append(try element.decode(Value.self, forKey: .value), id: id) else {
        throw DecodingError.dataCorruptedError(
          forKey: .id,
          in: element,
          debugDescription: "the id \(id) occurs twice; leave one of them out"
        )
      }
    }
    storage.table.forgetChanges()
  }
}

extension Entities: CustomReflectable {
  /// The values by id, in order, as a dictionary's.
  public var customMirror: Mirror {
    Mirror(
      self,
      unlabeledChildren: self.map { (key: $0.id, value: $0.value) },
      displayStyle: .dictionary
    )
  }
}

extension Entities: CustomStringConvertible {
  /// The values by id, in order.
  public var description: String {
    isEmpty ? "[:]" : "[" + map { "\($0.id): \($0.value)" }.joined(separator: ", ") + "]"
  }
}
