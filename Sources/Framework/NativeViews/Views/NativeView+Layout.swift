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
    pending.remove(.layout)
    layoutSubviews()
  }

  /// How many views it is in.
  final var depth: Int {
    var depth = 0
    var view = parent
    while let ancestor = view { (depth, view) = (depth + 1, ancestor.parent) }
    return depth
  }
}
