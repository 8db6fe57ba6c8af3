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
    let spans = unsafe spans(axis)
    // Up to what is known, leaving in each origin, which isn't a number, whence it was reached.
    var current = slot
    var below = 0
    while unsafe !spans[current].pointee.isKnown {
      unsafe spans[current].pointee.origin = CGFloat(Double(nan: UInt64(below), signaling: false))
      below = current
      current = unsafe Int(slots[current].parent)
    }
    var origin = unsafe spans[current].pointee.origin
    // And down again. The container isn't below anything.
    while below != 0 {
      let parent = current
      current = below
      below = unsafe Int(Double(spans[current].pointee.origin).bitPattern & 0xFFFF_FFFF)
      origin += unsafe spans[current].pointee.relativeOrigin
      unsafe spans[current].pointee.origin = origin
      note(current, in: unsafe spans[parent], axis)
    }
    return origin
  }

  /// Notes that a view's origin, which wasn't known, is now.
  func note(_ slot: Int, _ axis: Axis) {
    // SAFETY: parents are slots.
    unsafe note(slot, in: spans(axis)[Int(slots[slot].parent)], axis)
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
    let spans = unsafe spans(axis)
    // SAFETY: lists are of slots.
    followers(axis).removeAll(of: slot) { unsafe spans[$0].pointee.origin = .nan }
  }

  private func listFollowers() {
    listsFollowers = true
    horizontalFollowers.reset(count: count)
    verticalFollowers.reset(count: count)
    for slot in 0..<count {
      unsafe slots[slot].x.followers = .listed
      unsafe slots[slot].y.followers = .listed
    }
    for slot in 1..<count {
      // SAFETY: there are `count` slots, and each one's parent is one of them.
      let parent = unsafe Int(slots[slot].parent)
      if unsafe slots[slot].x.isKnown { horizontalFollowers.add(slot, to: parent) }
      if unsafe slots[slot].y.isKnown { verticalFollowers.add(slot, to: parent) }
    }
  }

  private func followers(_ axis: Axis) -> Followers {
    axis == .horizontal ? horizontalFollowers : verticalFollowers
  }

  /// The span of the first view on one axis.
  private func spans(_ axis: Axis) -> UnsafeMutableRawPointer {
    let offset =
      axis == .horizontal
      ? MemoryLayout<ViewSlot>.offset(of: \.x) : MemoryLayout<ViewSlot>.offset(of: \.y)
    return unsafe UnsafeMutableRawPointer(slots) + (offset ?? 0)
  }
}

extension UnsafeMutableRawPointer {
  /// The span of a view, where the first one's is here.
  // SAFETY: at the same place in each slot is the span of the same axis.
  fileprivate subscript(slot: Int) -> UnsafeMutablePointer<AxisSpan> {
    unsafe (self + slot * MemoryLayout<ViewSlot>.stride).assumingMemoryBound(to: AxisSpan.self)
  }
}
