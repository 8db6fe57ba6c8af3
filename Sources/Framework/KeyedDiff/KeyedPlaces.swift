/// The places of old elements by their keys; each is taken at most once.
@usableFromInline
protocol KeyedPlaces {
  /// Takes the first untaken old element that corresponds to a new one, if there is one.
  mutating func take(for new: Int, of lists: some KeyedLists) -> Int?
  func isTaken(_ old: Int) -> Bool
}

/// The places of so few old elements that they are compared one by one.
@usableFromInline
struct FewPlaces: KeyedPlaces {
  @usableFromInline static var limit: Int { 8 }
  @usableFromInline let places: Range<Int>
  /// A bit for each place.
  @usableFromInline var taken: UInt8 = 0

  @inlinable
  init(_ places: Range<Int>) { self.places = places }

  @inlinable @inline(__always)
  mutating func take(for new: Int, of lists: some KeyedLists) -> Int? {
    var bit: UInt8 = 1
    for place in places {
      if taken & bit == 0, lists.corresponds(old: place, new: new) {
        taken |= bit
        return place
      }
      bit &<<= 1
    }
    return nil
  }

  @inlinable @inline(__always)
  func isTaken(_ old: Int) -> Bool {
    taken & 1 &<< UInt8(truncatingIfNeeded: old - places.lowerBound) != 0
  }
}

/// The places of old elements by the hashes of their keys.
///
/// Shape: open addressing, 8 bytes a slot and two to four slots an element. A slot has half of a hash, which distinguishes it from nearly
/// all others without reading its element, and the place. A dictionary would hold the keys themselves, which a comparison of large lists
/// would write and read, far beyond the cache. A key that occurs several times has one slot, with the first untaken place; the others
/// follow it in a list.
@usableFromInline
struct HashedPlaces: KeyedPlaces {
  /// Half of a hash above a place that is counted from 1; 0 for an empty slot.
  @usableFromInline var slots: [UInt64]
  @usableFromInline var taken: [Bool]
  /// For each place the next one of the same key, or -1; empty while no key occurs twice.
  @usableFromInline var next: [Int] = []
  @usableFromInline let start: Int

  @inlinable static var tag: UInt64 { 0xffff_ffff_0000_0000 }

  @inlinable
  init(_ lists: some KeyedLists, _ places: Range<Int>) {
    let leastCount = UInt(places.count) * 2
    let width = UInt.bitWidth - (leastCount - 1).leadingZeroBitCount
    slots = [UInt64](repeating: 0, count: 1 << width)
    taken = [Bool](repeating: false, count: places.count)
    start = places.lowerBound
    let mask = slots.count - 1
    // From the last to the first, so that a list begins with the first.
    var place = places.upperBound
    while place > start {
      place -= 1
      let hash = UInt64(bitPattern: Int64(lists.oldHash(at: place)))
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 {
        if (slots[slot] ^ hash) & Self.tag == 0 {
          let other = Int(slots[slot] & ~Self.tag) - 1
          if lists.isRepeated(old: place, old: other) {
            if next.isEmpty { next = [Int](repeating: -1, count: places.count) }
            next[place - start] = other
            break
          }
        }
        slot = (slot + 1) & mask
      }
      slots[slot] = hash & Self.tag | UInt64(place + 1)
    }
  }

  @inlinable
  mutating func take(for new: Int, of lists: some KeyedLists) -> Int? {
    let hash = UInt64(bitPattern: Int64(lists.newHash(at: new)))
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if (slots[slot] ^ hash) & Self.tag == 0 {
        let place = Int(slots[slot] & ~Self.tag) - 1
        if lists.corresponds(old: place, new: new) {
          let index = place &- start
          // A slot keeps the last place of its list.
          guard !taken[index] else { return nil }
          taken[index] = true
          if !next.isEmpty, next[index] >= 0 {
            slots[slot] = hash & Self.tag | UInt64(next[index] + 1)
          }
          return place
        }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  @inlinable @inline(__always)
  func isTaken(_ old: Int) -> Bool { taken[old &- start] }
}
