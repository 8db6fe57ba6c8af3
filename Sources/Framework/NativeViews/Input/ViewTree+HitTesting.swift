public import Foundation

extension ViewTree {
  /// The topmost view at a point, as views are on the screen: the one that a touch reaches.
  ///
  /// Skips views that are hidden, have an opacity below 0.01, or take no part in user interaction, with everything in them. A child is
  /// found outside of its parent, too, unless the parent clips to its bounds.
  ///
  /// Complexity: O(n) for the `n` views that aren't skipped.
  ///
  /// - Parameter point: In points, from the upper left corner of the root.
  /// - Returns: `nil` outside of the root, or if all views are skipped.
  ///
  /// Source: docs/semantics/ui.md, V4.
  public func hitTest(_ point: CGPoint) -> NativeView? {
    let size = root.frame.size
    guard point.x >= 0, point.y >= 0, point.x < size.width, point.y < size.height,
      root.takesTouches, let start = Self.clip(point, to: root)
    else { return nil }
    // The point in the coordinates of the view and its ancestors, from the root.
    var points: [CGPoint] = []
    // Deeper than most: growing step by step would take as long as the views.
    points.reserveCapacity(16)
    points.append(start)
    var view = root
    var candidate = view.lastChild
    while true {
      if let child = candidate {
        if let local = Self.enter(child, inParentAt: points[points.count - 1]) {
          points.append(local)
          view = child
          candidate = view.lastChild
        } else {
          candidate = child.previousSibling
        }
        continue
      }
      // Everything in the view, and above it, was missed.
      if view.isTouched(at: points[points.count - 1]) { return view }
      guard view !== root, let parent = view.parent else { return nil }
      points.removeLast()
      candidate = view.previousSibling
      view = parent
    }
  }

  /// The point in a view's coordinates if the view or a descendant can be touched there.
  private static func enter(_ view: NativeView, inParentAt point: CGPoint) -> CGPoint? {
    guard view.takesTouches, let local = view.convertFromParent(point) else { return nil }
    return clip(local, to: view)
  }

  private static func clip(_ local: CGPoint, to view: NativeView) -> CGPoint? {
    guard view.clipsToBounds else { return local }
    let size = view.presentedFrame.size
    let isInBounds =
      local.x >= 0 && local.y >= 0 && local.x < size.width && local.y < size.height
    return isInBounds ? local : nil
  }
}
