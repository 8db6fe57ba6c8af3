/// For each view, on one axis, the views in it whose origin is known: those that no longer are where they
/// were when it moves.
///
/// A list is in two arrays, by slots: the first of each view's, and the next of each in the same view's.
/// Nobody is in a list twice, for who is in one has a known origin, and who gets one had none.
struct Followers {
  /// 0, the container, is in nobody's list: it ends them.
  private var links: UnsafeMutableBufferPointer<(first: Int32, next: Int32)> = unsafe .init(
    start: nil,
    count: 0
  )

  /// Empties the lists of a number of views.
  mutating func reset(count: Int) {
    if links.isEmpty {
      // SAFETY: freed by `deallocate`; trivial, and initialized at once.
      unsafe links = .allocate(capacity: count)
    }
    unsafe links.initialize(repeating: (0, 0))
  }

  func deallocate() { unsafe links.deallocate() }

  /// Puts a view into its parent's list.
  func add(_ slot: Int, to parent: Int) {
    unsafe links[slot].next = links[parent].first
    unsafe links[parent].first = Int32(slot)
  }

  /// Takes all that follow a view, and those that follow them, out of their lists.
  ///
  /// Complexity: O(n) for as many views, each of which was put there before.
  ///
  /// - Parameters:
  ///   - slot: The view.
  ///   - forget: Is given each of them.
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
