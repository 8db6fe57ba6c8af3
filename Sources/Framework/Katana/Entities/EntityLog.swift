/// The last changes of an ``Entities``, oldest first, each with a number that is unique in the process.
///
/// A number found in a log was recorded in this log or in the one it was copied from, so the changes after it are all that has happened
/// since. A number that isn't found is of another collection, of a copy that diverged, or too old; which one doesn't matter. Numbers rise,
/// even where a copy continues with a new block.
@usableFromInline
struct EntityLog<ID: Hashable & Sendable>: Sendable {
  /// The maximum number of changes that a changed copy has to copy.
  @inlinable static var segmentSize: Int { 64 }
  /// The minimum number of remembered changes; beyond it, whole segments are forgotten.
  @inlinable static var minimumCount: Int { 1024 }

  @usableFromInline typealias Segment = ContiguousArray<EntityChange<ID>>

  /// The changes; segments before `first` are empty, all others are not.
  @usableFromInline var segments = PagedArray<Segment>()
  /// The first segment with remembered changes.
  @usableFromInline var first = 0
  @usableFromInline var count = 0
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
    count += 1
    let newest = segments.count - 1
    if newest >= 0, segments[newest].count < Self.segmentSize {
      segments[newest].append(change)
    } else {
      begin(with: change, values: values)
    }
  }

  @inlinable
  @inline(never)
  mutating func begin(with change: EntityChange<ID>, values: Int) {
    segments.append([change])
    let limit = Swift.max(Self.minimumCount, values / 4)
    while count - segments[first].count >= limit {
      let oldest = segments[first]
      origin = oldest[oldest.count - 1].mutation
      count -= oldest.count
      segments[first] = []
      first += 1
      if first == PagedArray<Segment>.pageSize {
        segments.removeFirstPage()
        first = 0
      }
    }
  }

  /// The position after a change; `nil` if it isn't known.
  ///
  /// Complexity: O(log *n*) in the number of changes.
  @inlinable
  func position(after mutation: UInt64) -> (segment: Int, offset: Int)? {
    if mutation == last { return (segments.count, 0) }
    if mutation == origin { return (first, 0) }
    guard mutation < last, let newest = segments.last else { return nil }
    // A frequent reader is not far behind, and numbers are consecutive except where a copy was made.
    let distance = last - mutation
    if distance < UInt64(newest.count) {
      let offset = newest.count - 1 - Int(distance)
      if newest[offset].mutation == mutation { return (segments.count - 1, offset + 1) }
    }
    let segment = Self.firstIndex(in: first..<segments.count) {
      segments[$0][segments[$0].count - 1].mutation >= mutation
    }
    let offset = Self.firstIndex(in: 0..<segments[segment].count) {
      segments[segment][$0].mutation >= mutation
    }
    guard segments[segment][offset].mutation == mutation else { return nil }
    return (segment, offset + 1)
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
