/// Views that have been made, placed, changed or removed since the last commit; each once in a list, when that is settled.
@MainActor
struct ViewNotes {
  var created: [NativeView] = []
  var placed: [NativeView] = []
  var patched: [NativeView] = []
  var removed: [NativeView] = []

  var isEmpty: Bool { created.isEmpty && placed.isEmpty && patched.isEmpty && removed.isEmpty }

  /// Leaves out what is no more so, and puts the placed ones in order; from then on views are noted anew.
  ///
  /// What a view has `pending` is in the notes of one tree: the one that it is in, or, of what was removed, the one that shows it.
  /// So other trees leave it out, and one that it has come back to takes it once.
  mutating func settle(for tree: ViewTree) {
    Self.settle(&created, .created) { $0.tree === tree }
    if !placed.isEmpty { settlePlaced(for: tree) }
    Self.settle(&patched, .patched) {
      $0.tree === tree
    } where: {
      $0.settleToggles()
      return $0.shownBy === tree && !$0.changes.isEmpty
    }
    Self.settle(&removed, .removed) {
      $0.shownBy === tree
    } where: {
      $0.tree !== tree
    }
  }

  private static func settle(
    _ views: inout [NativeView],
    _ kind: PendingChanges,
    isOurs: (NativeView) -> Bool,
    where isValid: (NativeView) -> Bool = { _ in true }
  ) {
    views.removeAll { view in
      guard view.pending.contains(kind), isOurs(view) else { return true }
      view.pending.subtract(kind)
      return !isValid(view)
    }
  }

  /// Puts the placed views in an order in which each finds its previous sibling at its place: that of the siblings.
  ///
  /// Complexity: O(k) for `k` placed views.
  private mutating func settlePlaced(for tree: ViewTree) {
    var ordered: [NativeView] = []
    ordered.reserveCapacity(placed.count)
    for view in placed where view.tree === tree && view.pending.contains(.placed) {
      var first = view
      while let previous = first.previousSibling, previous.pending.contains(.placed) {
        first = previous
      }
      var next: NativeView? = first
      while let view = next, view.pending.contains(.placed) {
        view.pending.subtract(.placed)
        if view !== tree.root { ordered.append(view) }
        next = view.nextSibling
      }
    }
    placed = ordered
  }

  /// Forgets all; memory is kept that few need.
  mutating func removeAll() {
    Self.empty(&created)
    Self.empty(&placed)
    Self.empty(&patched)
    Self.empty(&removed)
  }

  private static func empty(_ views: inout [NativeView]) {
    if !views.isEmpty { views.removeAll(keepingCapacity: views.count < 64) }
  }
}

extension ViewChanges {
  /// What a commit shows.
  @MainActor
  init(_ notes: ViewNotes) {
    self.init(
      created: notes.created,
      placed: notes.placed,
      patched: notes.patched,
      removed: notes.removed
    )
  }
}
