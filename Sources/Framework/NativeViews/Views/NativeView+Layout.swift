public import Foundation

extension NativeView {
  /// Requests that the children are placed again: in the next frame, or by ``layoutIfNeeded()``.
  ///
  /// A view without a tree is laid out in the first frame after it has entered one.
  public final func setNeedsLayout() {
    guard !pending.contains(.layout) else { return }
    pending.insert(.layout)
    tree?.noteUnplaced(self)
  }

  /// Places the children of this view and of its descendants, if requested.
  ///
  /// Complexity: O(n) for the `n` views in this one.
  public final func layoutIfNeeded() {
    var views: [NativeView] = []
    forEachView { view in if view.pending.contains(.layout) { views.append(view) } }
    for view in views { view.placeChildrenIfNeeded() }
  }

  final func placeChildrenIfNeeded() {
    guard pending.contains(.layout) else { return }
    pending.remove(.layout)
    placeChildren()
    rare?.placeForDisplay?()
  }

  /// Places the children for the current display.
  package final func placeChildren() {
    // The owner of views in it is notified in the frame, even if other code places the children before.
    if pending.contains(.layout), rare?.placeForDisplay == nil { pending.remove(.layout) }
    if tree == nil { displayTraits = .unshown }
    layoutSubviews()
  }

  /// Registers code that lays out views it has put into this one again when they move to another display.
  package final func setPlacer(_ place: @escaping @MainActor () -> Void) {
    ensureRare().placeForDisplay = place
    if tree == nil { displayTraits = .unshown }
  }

  /// The measurer of the view's backend; without one, characters are blocks.
  package final var textMeasurer: any TextMeasuring {
    tree?.backend.measurer ?? BlockTextMeasurer()
  }

  /// Pixels per point of the view's backend, not necessarily whole; 1 without one.
  public final var displayScale: CGFloat { tree?.backend.displayScale ?? 1 }

  /// Rounds a place to the nearest pixel edge, half a pixel away from zero: views whose edges meet get the same one.
  package final func edge(at place: CGFloat) -> CGFloat {
    (place * displayScale).rounded() / displayScale
  }

  /// The number of its ancestors.
  final var depth: Int {
    var depth = 0
    var view = parent
    while let ancestor = view { (depth, view) = (depth + 1, ancestor.parent) }
    return depth
  }
}
