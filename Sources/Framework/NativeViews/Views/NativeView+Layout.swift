package import Foundation

extension NativeView {
  /// Notes that the children are to be placed anew: in the next frame, or by ``layoutIfNeeded()``.
  ///
  /// A view without a tree is placed in the first frame after it has entered one.
  public final func setNeedsLayout() {
    guard !pending.contains(.layout) else { return }
    pending.insert(.layout)
    tree?.noteUnplaced(self)
  }

  /// Places the children of this view, and of those in it, where that was asked for.
  ///
  /// Complexity: O(n) for the `n` views in this one.
  public final func layoutIfNeeded() {
    var views: [NativeView] = []
    forEachView { view in if view.pending.contains(.layout) { views.append(view) } }
    for view in views { view.placeChildrenIfNeeded() }
  }

  /// Places the children where that was asked for.
  final func placeChildrenIfNeeded() {
    guard pending.contains(.layout) else { return }
    placeChildren()
    rare?.placeForDisplay?()
  }

  /// Places the children, for what shows the view now.
  package final func placeChildren() {
    pending.remove(.layout)
    if tree == nil { displayTraits = .unshown }
    layoutSubviews()
  }

  /// Takes note of who has put views into this one and places them anew where they come to another display.
  package final func setPlacer(_ place: @escaping @MainActor () -> Void) {
    ensureRare().placeForDisplay = place
    if tree == nil { displayTraits = .unshown }
  }

  /// Measures texts as what shows the view does; as if characters were blocks while nothing does.
  package final var textMeasurer: any TextMeasuring {
    tree?.backend.measurer ?? BlockTextMeasurer()
  }

  /// Pixels per point of what shows the view; 1 while nothing does.
  package final var displayScale: CGFloat { tree?.backend.displayScale ?? 1 }

  /// The place of the nearest edge of a pixel, half a pixel away from zero: views whose edges meet get them at the same one.
  package final func edge(at place: CGFloat) -> CGFloat {
    (place * displayScale).rounded() / displayScale
  }

  /// How many views it is in.
  final var depth: Int {
    var depth = 0
    var view = parent
    while let ancestor = view { (depth, view) = (depth + 1, ancestor.parent) }
    return depth
  }
}
