/// Edits that turn one list into the other, with the fewest moves.
///
///     var edits = KeyedEdits()
///     edits.compare(IdentifiedLists(from: old, to: new))
///     for place in edits.removed { views[place].removeFromParent() }
///     for (old, new) in edits.updated { views[old].update(elements[new]) }
///     edits.forEachPlacement { new, old in
///       parent.insert(old.map { views[$0] } ?? makeView(elements[new]), after: new - 1)
///     }
///
/// Of the elements that stay, the longest subsequence in the same order in both lists isn't moved: a longest increasing subsequence of the
/// old places, found by patience sorting (M. L. Fredman, On computing the length of longest increasing subsequences, Discrete Mathematics
/// 11, 1975).
///
/// Complexity: O(n) for `n` elements. If the order of the elements that stay differs, plus O(k log k) for the `k` from the first to the
/// last with another place. No allocation if the lists are the same; another comparison reuses the memory.
@usableFromInline
package struct KeyedEdits {
  /// The places of the elements that stay and have changed, in the order of the new list.
  @usableFromInline package var updated: [(old: Int, new: Int)] = []
  /// The places of the removed elements, in the order of the old list.
  @usableFromInline package var removed: [Int] = []

  private var window: KeyedWindow?
  /// The first new place that wasn't matched by place.
  @usableFromInline var firstByKey = 0
  /// For each new place from there to the window's end the old one, or -1 if the element is new; empty if nothing was matched by key.
  @usableFromInline var sources: [Int] = []
  @usableFromInline var isMatchedByKey = false
  /// For each of the sources, the length of the longest increasing sequence that ends there, or 0 if the element isn't moved; empty if the
  /// order of the elements that stay is the same.
  private var lengths: [Int] = []
  /// For each length the smallest old place at which a sequence of that length ends.
  private var ends: [Int] = []

  /// Makes edits of equal lists.
  package init() {}

  /// Whether there is nothing to do.
  package var isEmpty: Bool { window?.isEmpty ?? true }

  /// Compares two lists instead of the previous ones.
  @inlinable
  package mutating func compare(_ lists: some KeyedLists) {
    let window = KeyedWindow(trimming: lists)
    begin(window)
    guard !window.isEmpty, window.match(lists, into: &self) else { return }
    findMoves()
  }

  /// The part between the common beginning and end: the first place in both lists, and the places after the last one.
  package var range: (start: Int, oldEnd: Int, newEnd: Int) {
    window.map { ($0.start, $0.oldEnd, $0.newEnd) } ?? (0, 0, 0)
  }

  /// The old place of the element at a place of the new list, or `nil` if it is new.
  ///
  /// Complexity: O(1).
  package func oldPlace(ofNew place: Int) -> Int? {
    guard let window else { return place }
    if place < firstByKey { return place }
    if place >= window.newEnd { return place - window.newEnd + window.oldEnd }
    let source = isMatchedByKey ? sources[place - firstByKey] : -1
    return source < 0 ? nil : source
  }

  /// Calls a closure with the places to put elements at, in ascending order, each right after the previous place, and with the old places
  /// of moved elements.
  package func forEachPlacement(_ body: (_ new: Int, _ old: Int?) throws -> Void) rethrows {
    guard let window else { return }
    for place in firstByKey..<window.newEnd {
      let index = place - firstByKey
      let source = isMatchedByKey ? sources[index] : -1
      if source < 0 {
        try body(place, nil)
      } else if !lengths.isEmpty, lengths[index] > 0 {
        try body(place, source)
      }
    }
  }

  @usableFromInline
  mutating func begin(_ window: KeyedWindow) {
    self.window = window
    firstByKey = window.start
    isMatchedByKey = false
    updated.removeAll(keepingCapacity: true)
    removed.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
  }

  /// Finds a longest increasing subsequence of the sources and marks it with 0.
  @usableFromInline
  mutating func findMoves() {
    ends.removeAll(keepingCapacity: true)
    lengths.reserveCapacity(sources.count)
    for source in sources {
      guard source >= 0 else {
        lengths.append(0)
        continue
      }
      // Mostly only a few elements are out of order.
      let isLongest = ends.last.map { $0 < source } ?? true
      let length = isLongest ? ends.count : ends.partitioningIndex { $0 > source }
      if length == ends.count { ends.append(source) } else { ends[length] = source }
      lengths.append(length + 1)
    }
    var (length, next) = (ends.count, Int.max)
    for index in sources.indices.reversed() where lengths[index] == length && length > 0 {
      guard sources[index] < next else { continue }
      (length, next) = (length - 1, sources[index])
      lengths[index] = 0
    }
  }
}

extension KeyedEdits: KeyedMatchReceiver {
  @inlinable
  package mutating func beginMatchingByKey(_ olds: Range<Int>, _ news: Range<Int>) {
    isMatchedByKey = true
    sources.reserveCapacity(news.count)
  }

  @inlinable
  package mutating func keep(old: Int, new: Int, isUnchanged: Bool) {
    if !isUnchanged { updated.append((old, new)) }
    if isMatchedByKey { sources.append(old) } else { firstByKey = new + 1 }
  }

  @inlinable
  package mutating func insert(new: Int) { sources.append(-1) }

  /// The places are those from `firstByKey` to the window's end.
  @inlinable
  package mutating func insert(new: Range<Int>) {}

  @inlinable
  package mutating func remove(old: Int) { removed.append(old) }

  @inlinable
  package mutating func remove(old: Range<Int>) { removed.append(contentsOf: old) }
}

extension [Int] {
  /// The first index whose element satisfies a condition that all later ones satisfy too.
  fileprivate func partitioningIndex(_ condition: (Int) -> Bool) -> Int {
    var range = indices
    while let first = range.first {
      let middle = first + range.count / 2
      range = condition(self[middle]) ? first..<middle : (middle + 1)..<range.endIndex
    }
    return range.lowerBound
  }
}
