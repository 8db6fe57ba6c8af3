import Foundation

/// Views move with their parents.
///
/// A view stores its position in its parent. Its position in the container is computed on demand, and kept until an ancestor moves. If a
/// view's origin is known, its parent's is too, and the parent is marked: moving an unmarked view costs nothing more. The first time that a
/// marked view moves in a run, all known views are put into lists, each into its parent's; from then on a move forgets exactly the origins
/// that depend on it.
///
/// Complexity: reading a view whose position isn't known is O(d) for the `d` views from it up to the nearest known one, all of which are
/// known then; any other read is O(1). A write is O(1), plus forgetting the views in it that reads or writes have made known. So the reads
/// after one move are O(n) in total for `n` views, but alternating moves and reads, of a view `d` deep in the moving one, are O(d) each
/// time. A run in which a view moves after views in it were placed has one more pass over all views.
///
/// Nothing better is known that keeps frames the same to the bit: trees that answer both in O(log n) add up in another order.
extension LayoutStorage {
  /// Computes a view's position, and records it and its ancestors'.
  func locate(_ slot: Int, _ axis: Axis) -> CGFloat {
    // Up to the first known view, storing in each origin the slot that the walk came from.
    var current = slot
    var below = 0
    while unsafe !(slots + current).span(axis).pointee.isKnown {
      unsafe (slots + current).span(axis).pointee.origin = UnknownOrigin(reachedFrom: below).origin
      below = current
      current = unsafe Int(slots[current].parent)
    }
    var origin = unsafe (slots + current).span(axis).pointee.origin
    // And down again. The container isn't below anything.
    while below != 0 {
      let parent = current
      current = below
      let span = unsafe (slots + current).span(axis)
      below = unsafe UnknownOrigin(span.pointee.origin).slotBelow
      origin += unsafe span.pointee.relativeOrigin
      unsafe span.pointee.origin = origin
      unsafe note(current, in: unsafe (slots + parent).span(axis), axis)
    }
    return origin
  }

  /// Records that a view's origin has become known.
  func note(_ slot: Int, _ axis: Axis) {
    unsafe note(slot, in: (slots + Int(slots[slot].parent)).span(axis), axis)
  }

  private func note(_ slot: Int, in parent: UnsafeMutablePointer<AxisSpan>, _ axis: Axis) {
    if listsFollowers {
      followers(axis).add(slot, to: unsafe Int(slots[slot].parent))
    } else {
      unsafe parent.pointee.followers = .some
    }
  }

  /// Forgets the positions of the views in one that has moved.
  func moved(_ slot: Int, _ axis: Axis) {
    if !listsFollowers { listFollowers() }
    followers(axis).removeAll(of: slot) { unsafe (slots + $0).span(axis).pointee.origin = .nan }
  }

  private func listFollowers() {
    listsFollowers = true
    horizontalFollowers.reset(count: count)
    verticalFollowers.reset(count: count)
    listFollowers(.horizontal)
    listFollowers(.vertical)
  }

  private func listFollowers(_ axis: Axis) {
    let followers = followers(axis)
    for slot in 0..<count {
      let span = unsafe (slots + slot).span(axis)
      unsafe span.pointee.followers = .listed
      if slot > 0, unsafe span.pointee.isKnown {
        followers.add(slot, to: unsafe Int(slots[slot].parent))
      }
    }
  }

  private func followers(_ axis: Axis) -> Followers {
    axis == .horizontal ? horizontalFollowers : verticalFollowers
  }
}

/// An unknown origin: a NaN whose payload has the slot in the view from which a walk to a known one has come.
private struct UnknownOrigin {
  let origin: CGFloat

  /// Takes an origin that isn't known.
  init(_ origin: CGFloat) { self.origin = origin }

  /// Stores a slot; there are fewer slots than the payload's 51 bits can express.
  init(reachedFrom slot: Int) {
    origin = CGFloat(Double(nan: UInt64(slot), signaling: false))
  }

  /// The slot; 0 if the walk began here.
  var slotBelow: Int { Int(Double(origin).bitPattern & 0xFFFF_FFFF) }
}

/// For each view, on one axis, the views in it with a known origin, which changes when the view moves.
///
/// A list is in two arrays, by slots: the first of each view's, and the next of each in the same view's. No view is in a list twice: a
/// listed view has a known origin, and an added one had none.
@safe struct Followers {
  // SAFETY: there is a link for each slot from `reset` to `deallocate`, and callers pass only slots.

  /// 0, the container, is in no list, so it ends them.
  private var links: UnsafeMutableBufferPointer<(first: Int32, next: Int32)> = unsafe .init(
    start: nil,
    count: 0
  )

  /// Empties the lists of a number of views.
  mutating func reset(count: Int) {
    if unsafe links.isEmpty {
      unsafe links = .allocate(capacity: count)
    }
    unsafe links.initialize(repeating: (0, 0))
  }

  func deallocate() { unsafe links.deallocate() }

  func add(_ slot: Int, to parent: Int) {
    unsafe links[slot].next = links[parent].first
    unsafe links[parent].first = Int32(slot)
  }

  /// Takes everything that follows a view, directly or indirectly, out of its list.
  ///
  /// Complexity: O(n) for `n` removed views, each of which was added before.
  func removeAll(of slot: Int, _ forget: (Int) -> Void) {
    var next = unsafe links[slot].first
    unsafe links[slot].first = 0
    while next != 0 {
      let current = Int(next)
      next = unsafe links[current].next
      let first = unsafe links[current].first
      forget(current)
      guard first != 0 else { continue }
      unsafe links[current].first = 0
      var last = Int(first)
      while unsafe links[last].next != 0 { last = unsafe Int(links[last].next) }
      unsafe links[last].next = next
      next = first
    }
  }
}
