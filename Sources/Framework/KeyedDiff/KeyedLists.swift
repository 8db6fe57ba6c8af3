/// Two lists whose elements correspond by keys, read by places.
///
/// A key may occur several times: of the elements that aren't matched by their places, the first of the old list then corresponds to the
/// first of the new one, and so on; surplus elements are removed or inserted.
@usableFromInline
package protocol KeyedLists {
  /// The number of elements in the old list.
  var oldCount: Int { get }
  /// The number of elements in the new list.
  var newCount: Int { get }
  /// Whether an old and a new element are identical, so that they need no edit.
  func isUnchanged(old: Int, new: Int) -> Bool
  /// Whether an old and a new element have the same key.
  func corresponds(old: Int, new: Int) -> Bool
  /// Whether two old elements have the same key.
  func isRepeated(old: Int, old other: Int) -> Bool
  /// The hash of an old element's key.
  func oldHash(at place: Int) -> Int
  /// The hash of a new element's key.
  func newHash(at place: Int) -> Int
}

/// Two collections whose elements correspond by `id`, and are unchanged if they are equal.
@usableFromInline
package struct IdentifiedLists<Elements: RandomAccessCollection>: KeyedLists
where Elements.Element: Identifiable & Equatable, Elements.Index == Int {
  @usableFromInline let old: Elements
  @usableFromInline let new: Elements

  /// Makes a pair of collections, which begin at place 0.
  @inlinable
  package init(from old: Elements, to new: Elements) {
    self.old = old
    self.new = new
  }

  @inlinable package var oldCount: Int { old.count }
  @inlinable package var newCount: Int { new.count }

  @inlinable @inline(__always)
  package func isUnchanged(old place: Int, new other: Int) -> Bool { old[place] == new[other] }

  @inlinable @inline(__always)
  package func corresponds(old place: Int, new other: Int) -> Bool {
    old[place].id == new[other].id
  }

  @inlinable @inline(__always)
  package func isRepeated(old place: Int, old other: Int) -> Bool { old[place].id == old[other].id }

  @inlinable @inline(__always)
  package func oldHash(at place: Int) -> Int { old[place].id.hashValue }

  @inlinable @inline(__always)
  package func newHash(at place: Int) -> Int { new[place].id.hashValue }
}

/// Receives the match of two lists.
///
/// The order is: what stays in its place; then either the rest of the longer list, at once, or, one by one and by key, what stays and what
/// comes in the order of the new list, and after that what goes in the order of the old one.
@usableFromInline
package protocol KeyedMatchReceiver {
  /// Begins matching the rest by key.
  mutating func beginMatchingByKey(_ olds: Range<Int>, _ news: Range<Int>)
  /// Takes a pair of corresponding elements.
  mutating func keep(old: Int, new: Int, isUnchanged: Bool)
  /// Takes an element that only the new list has.
  mutating func insert(new: Int)
  /// Takes elements that only the new list has.
  mutating func insert(new: Range<Int>)
  /// Takes an element that only the old list has.
  mutating func remove(old: Int)
  /// Takes elements that only the old list has.
  mutating func remove(old: Range<Int>)
}
