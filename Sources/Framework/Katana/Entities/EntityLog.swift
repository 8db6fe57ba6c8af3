/// The last changes of an ``Entities``, oldest first, each with a number that is unique in the process.
///
/// A number found in a log was recorded in this log or in the one it was copied from, so the changes after it are all that has happened
/// since. A number that isn't found is of another collection, of a copy that diverged, or too old; which one doesn't matter. Numbers rise,
/// even where a copy continues with a new block.
@usableFromInline
struct EntityLog<ID: Hashable & Sendable>: Sendable {
  /// The maximum number of changes that a changed copy has to copy.
  @inlinable @inline(__always) static var segmentSize: Int { 64 }
  /// The minimum number of remembered changes; beyond it, whole segments are forgotten.
  @inlinable @inline(__always) static var minimumCount: Int { 1024 }

  @usableFromInline typealias Segment = ContiguousArray<EntityChange<ID>>

  /// The full segments; those before `first` are empty.
  @usableFromInline var older = PagedArray<Segment>()
  /// The first segment with remembered changes.
  @usableFromInline var first = 0
  /// The segment behind them, apart because most readers need no other.
  @usableFromInline var recent: Segment = []
  /// The number of the change before the first one.
  @usableFromInline var origin: UInt64
  /// The number of the last change; the origin if there is none.
  @usableFromInline var last: UInt64
  /// The number of the last change that was a sort; 0 if there was none.
  @usableFromInline var lastSorting: UInt64 = 0

  @inlinable
  init(origin: UInt64) {
    self.origin = origin
    last = origin
  }

  /// Adds a change of a collection with a number of values.
  ///
  /// A large collection remembers more changes, because reading all of it takes longer.
  ///
  /// Complexity: O(1), amortized.
  @inlinable
  mutating func append(_ change: EntityChange<ID>, values: Int) {
    last = change.mutation
    if recent.count == Self.segmentSize { beginSegment(values: values) }
    recent.append(change)
  }

  @inlinable
  @inline(never)
  mutating func beginSegment(values: Int) {
    older.append(recent)
    recent = []
    recent.reserveCapacity(Self.segmentSize)
    let limit = Swift.max(Self.minimumCount, values / 4)
    while (older.count - first - 1) * Self.segmentSize >= limit {
      origin = older[first][Self.segmentSize - 1].mutation
      older[first] = []
      first += 1
      if first == PagedArray<Segment>.pageSize {
        older.removeFirstPage()
        first = 0
      }
    }
  }

  /// The changes after one; `nil` if it isn't known.
  ///
  /// Complexity: O(log *n*) in the number of changes.
  @inlinable
  @inline(__always)
  func changes(after mutation: UInt64) -> EntityChanges<ID>? {
    // A frequent reader is not far behind, and numbers are consecutive except where a copy was made.
    let distance = last &- mutation
    if distance < UInt64(recent.count) {
      let offset = recent.count - Int(distance)
      if recent[offset - 1].mutation == mutation {
        return EntityChanges(recent: recent, offset: offset)
      }
    }
    return search(after: mutation)
  }

  @inlinable
  @inline(never)
  func search(after mutation: UInt64) -> EntityChanges<ID>? {
    if mutation == origin {
      return EntityChanges(older: older, recent: recent, segment: first, offset: 0)
    }
    guard mutation < last, !recent.isEmpty else { return nil }
    let segment = Self.firstIndex(in: first..<older.count) {
      older[$0][Self.segmentSize - 1].mutation >= mutation
    }
    let changes = segment < older.count ? older[segment] : recent
    let offset = Self.firstIndex(in: 0..<changes.count) { changes[$0].mutation >= mutation }
    guard changes[offset].mutation == mutation else { return nil }
    let isLast = segment < older.count && offset + 1 == Self.segmentSize
    return EntityChanges(
      older: older,
      recent: recent,
      segment: isLast ? segment + 1 : segment,
      offset: isLast ? 0 : offset + 1
    )
  }

  /// The first index at which a condition holds that also holds for all later ones; the upper bound if it holds for none.
  @inlinable
  static func firstIndex(in range: Range<Int>, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
