/// The part of two lists that remains without the unchanged elements at both ends, and the match of its elements.
///
/// Most comparisons are of lists that differ in an element or two: a scan trims them, without memory. While elements with the same key are
/// in the same places, nothing is hashed either; only from the first place where they aren't, the old ones are looked up by key, unless two
/// elements were only swapped.
///
/// Complexity: O(n) for `n` elements; hashes are only for those from the first to the last with another place.
@usableFromInline
package struct KeyedWindow {
  /// The number of unchanged elements at the beginning, and so the window's first place in both lists.
  @usableFromInline package let start: Int
  /// The place in the old list after the window.
  @usableFromInline package let oldEnd: Int
  /// The place in the new list after the window.
  @usableFromInline package let newEnd: Int

  /// Trims what is unchanged at both ends.
  ///
  /// Not inlined: in a large match, its loops would keep their counters in memory.
  @inlinable @inline(never)
  package init(trimming lists: some KeyedLists) {
    var start = 0
    var (oldEnd, newEnd) = (lists.oldCount, lists.newCount)
    let shorter = min(oldEnd, newEnd)
    while start < shorter, lists.isUnchanged(old: start, new: start) { start &+= 1 }
    while oldEnd > start, newEnd > start, lists.isUnchanged(old: oldEnd &- 1, new: newEnd &- 1) {
      oldEnd &-= 1
      newEnd &-= 1
    }
    (self.start, self.oldEnd, self.newEnd) = (start, oldEnd, newEnd)
  }

  /// Whether the lists are unchanged.
  @inlinable package var isEmpty: Bool { start == oldEnd && start == newEnd }

  /// Matches the elements of the window.
  ///
  /// - Returns: Whether the elements that stay have another order.
  @inlinable @inline(__always)
  package func match<Lists: KeyedLists, Receiver: KeyedMatchReceiver>(
    _ lists: Lists,
    into receiver: inout Receiver
  ) -> Bool {
    var both = start
    let shorter = min(oldEnd, newEnd)
    while both < shorter {
      let isUnchanged = lists.isUnchanged(old: both, new: both)
      guard isUnchanged || lists.corresponds(old: both, new: both) else { break }
      receiver.keep(old: both, new: both, isUnchanged: isUnchanged)
      both &+= 1
    }
    if both == oldEnd {
      if both < newEnd { receiver.insert(new: both..<newEnd) }
      return false
    }
    if both == newEnd {
      receiver.remove(old: both..<oldEnd)
      return false
    }
    let (olds, news) = (both..<oldEnd, both..<newEnd)
    receiver.beginMatchingByKey(olds, news)
    if let last = lastOfSwap(lists, from: both) {
      receiver.keep(old: last, new: both, isUnchanged: lists.isUnchanged(old: last, new: both))
      for place in both + 1..<last {
        let isUnchanged = lists.isUnchanged(old: place, new: place)
        receiver.keep(old: place, new: place, isUnchanged: isUnchanged)
      }
      receiver.keep(old: both, new: last, isUnchanged: lists.isUnchanged(old: both, new: last))
      return true
    }
    // A few elements are found faster than they are hashed.
    if olds.count <= FewPlaces.limit {
      return Self.match(lists, olds, news, FewPlaces(olds), into: &receiver)
    }
    return Self.match(lists, olds, news, HashedPlaces(lists, olds), into: &receiver)
  }

  /// The last place of the window, if the only difference in it is that the first and the last element were swapped.
  ///
  /// The elements between them are compared by their places, and nothing is hashed. Keys that occur several times are left to the match by
  /// key, which takes them in order.
  @inlinable
  func lastOfSwap(_ lists: some KeyedLists, from first: Int) -> Int? {
    let last = oldEnd &- 1
    guard oldEnd == newEnd, first < last, lists.corresponds(old: first, new: last),
      lists.corresponds(old: last, new: first), !lists.isRepeated(old: first, old: last)
    else { return nil }
    for place in first + 1..<last {
      guard lists.isUnchanged(old: place, new: place) || lists.corresponds(old: place, new: place),
        !lists.isRepeated(old: place, old: first), !lists.isRepeated(old: place, old: last)
      else { return nil }
    }
    return last
  }

  @inlinable
  static func match<Lists: KeyedLists, Receiver: KeyedMatchReceiver>(
    _ lists: Lists,
    _ olds: Range<Int>,
    _ news: Range<Int>,
    _ places: some KeyedPlaces,
    into receiver: inout Receiver
  ) -> Bool {
    var places = places
    var isReordered = false
    var last = -1
    for place in news {
      guard let found = places.take(for: place, of: lists) else {
        receiver.insert(new: place)
        continue
      }
      if found < last { isReordered = true }
      last = found
      let isUnchanged = lists.isUnchanged(old: found, new: place)
      receiver.keep(old: found, new: place, isUnchanged: isUnchanged)
    }
    for place in olds where !places.isTaken(place) { receiver.remove(old: place) }
    return isReordered
  }
}
