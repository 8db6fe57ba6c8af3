import Foundation

/// Views go where their parents go.
///
/// What is kept of a view is where it is in its parent. Where it is in the container is computed when somebody
/// asks, and kept until an ancestor moves. A view whose origin is known has a parent of which the same is true,
/// and which is marked: what moves unmarked costs nothing more. The first time that a marked view moves in a
/// run, all known views are put into lists, each into its parent's; from then on a move forgets exactly the
/// origins that depend on it.
///
/// Complexity: a read of a view whose place isn't known is O(d) for the `d` views from it up to the nearest one
/// whose place is, all of which are known then; any other read is a constant. A write is a constant, besides
/// forgetting the views in it that reads or writes have made known. So the reads after one move are O(n) in all
/// for `n` views, but a move and a read in turn, of a view `d` deep in the one that moves, are O(d) each time.
/// And there is one pass over all views in a run in which a view moves after views in it were placed.
///
/// Nothing better is known that keeps frames the same to the bit: trees that answer both in O(log n) add up in
/// another order.
extension LayoutStorage {
  /// Computes where a view is, and notes it and where its ancestors are.
  func locate(_ slot: Int, _ axis: Axis) -> CGFloat {
    // Up to what is known, leaving in each origin whence it was reached.
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

  /// Notes that a view's origin, which wasn't known, is now.
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

  /// Forgets where the views in one are that has moved.
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

/// An origin that isn't known: a NaN, whose payload says from which slot in the view a walk to what is known has come.
private struct UnknownOrigin {
  let origin: CGFloat

  /// Takes an origin that isn't known.
  init(_ origin: CGFloat) { self.origin = origin }

  /// Notes a slot, of which there are fewer than the payload's 51 bits can say.
  init(reachedFrom slot: Int) {
    origin = CGFloat(Double(nan: UInt64(slot), signaling: false))
  }

  /// The slot; 0 where the walk began.
  var slotBelow: Int { Int(Double(origin).bitPattern & 0xFFFF_FFFF) }
}

/// For each view, on one axis, the views in it whose origin is known: those that no longer are where they
/// were when it moves.
///
/// A list is in two arrays, by slots: the first of each view's, and the next of each in the same view's.
/// Nobody is in a list twice, for who is in one has a known origin, and who gets one had none.
@safe struct Followers {
  // SAFETY: there is a link for each slot from `reset` to `deallocate`, and whoever adds or removes gives slots.

  /// 0, the container, is in nobody's list: it ends them.
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

  /// Takes all that follow a view, and those that follow them, out of their lists.
  ///
  /// Complexity: O(n) for as many views, each of which was put there before.
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
