/// Views made, placed, changed or removed since the last commit; once settled, each is in a list once.
@MainActor
struct ViewNotes {
  var created: [NativeView] = []
  var placed: [NativeView] = []
  var patched: [NativeView] = []
  var removed: [NativeView] = []

  var isEmpty: Bool { created.isEmpty && placed.isEmpty && patched.isEmpty && removed.isEmpty }

  /// Whether views came, went, or may be elsewhere.
  ///
  /// Complexity: O(k) for `k` patched views.
  var placeViews: Bool {
    !created.isEmpty || !placed.isEmpty || !removed.isEmpty
      || patched.contains { !$0.changes.isDisjoint(with: .placing) }
  }

  /// Drops notes that no longer apply, and orders the placed views; from then on, changes are noted anew.
  ///
  /// A view's `pending` notes belong to one tree: the one it is in or, for removals, the one that shows it. So other trees drop the view,
  /// and a tree it returned to takes it once.
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

  // A loop, not `removeAll(where:)`: each call of a closure there would check that it is on the main actor.
  private static func settle(
    _ views: inout [NativeView],
    _ kind: PendingChanges,
    isOurs: @MainActor (NativeView) -> Bool,
    where isValid: @MainActor (NativeView) -> Bool = { _ in true }
  ) {
    var kept = 0
    for index in views.indices {
      let view = views[index]
      guard view.pending.contains(kind), isOurs(view) else { continue }
      view.pending.subtract(kind)
      guard isValid(view) else { continue }
      if kept < index { views[kept] = view }
      kept += 1
    }
    views.removeLast(views.count - kept)
  }

  /// Orders the placed views like their siblings, so that each finds its previous sibling in place.
  ///
  /// Complexity: O(k) for `k` placed views.
  private mutating func settlePlaced(for tree: ViewTree) {
    var ordered: [NativeView] = []
    ordered.reserveCapacity(placed.count)
    for view in placed where view.pending.contains(.placed) && view.tree === tree {
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

  /// Empties the lists; keeps a little memory.
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
  /// The changes for a commit.
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
