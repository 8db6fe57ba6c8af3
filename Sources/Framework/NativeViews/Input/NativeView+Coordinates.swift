public import Foundation

extension NativeView {
  /// Whether a touch at a point of the view's own coordinates hits it.
  package final func isTouched(at point: CGPoint) -> Bool {
    let insets = hitTestInsets
    let size = presentedFrame.size
    return point.x >= insets.left && point.y >= insets.top && point.x < size.width - insets.right
      && point.y < size.height - insets.bottom
  }

  /// Converts a point from the parent's coordinates to the view's, as both are on the screen.
  ///
  /// - Returns: `nil` if the view's transform has no area.
  package final func convertFromParent(_ point: CGPoint) -> CGPoint? {
    let frame = presentedFrame
    guard let transform = presentedTransform else {
      return CGPoint(x: point.x - frame.origin.x, y: point.y - frame.origin.y)
    }
    let area = transform.m11 * transform.m22 - transform.m12 * transform.m21
    guard abs(area) > 1e-12 else { return nil }
    let x = point.x - frame.midX - transform.tX
    let y = point.y - frame.midY - transform.tY
    return CGPoint(
      x: (x * transform.m22 - y * transform.m21) / area + frame.size.width / 2,
      y: (y * transform.m11 - x * transform.m12) / area + frame.size.height / 2
    )
  }

  /// Converts a point from the view's coordinates to its parent's, as both are on the screen.
  package final func convertToParent(_ point: CGPoint) -> CGPoint {
    let frame = presentedFrame
    guard let transform = presentedTransform else {
      return CGPoint(x: point.x + frame.origin.x, y: point.y + frame.origin.y)
    }
    let x = point.x - frame.size.width / 2
    let y = point.y - frame.size.height / 2
    return CGPoint(
      x: x * transform.m11 + y * transform.m21 + transform.tX + frame.midX,
      y: x * transform.m12 + y * transform.m22 + transform.tY + frame.midY
    )
  }

  /// Converts a point from the view's coordinates to those of the tree's root, as it is on the screen.
  ///
  /// Complexity: O(depth).
  public final func convertToRoot(_ point: CGPoint) -> CGPoint {
    var (point, view) = (point, self)
    while let parent = view.parent {
      point = view.convertToParent(point)
      view = parent
    }
    return point
  }

  /// Converts a point from the tree's root to the view's coordinates, as it is on the screen.
  ///
  /// Complexity: O(depth).
  ///
  /// - Returns: `nil` if the transform of the view or of an ancestor has no area.
  public final func convertFromRoot(_ point: CGPoint) -> CGPoint? {
    var path: [NativeView] = []
    // Deeper than most, as in a hit test.
    path.reserveCapacity(16)
    var view = self
    while let parent = view.parent {
      path.append(view)
      view = parent
    }
    var point = point
    for view in path.reversed() {
      guard let converted = view.convertFromParent(point) else { return nil }
      point = converted
    }
    return point
  }

  /// The transform on the screen; `nil` for none.
  private final var presentedTransform: AffineTransform? {
    guard let rare else { return nil }
    if animated.contains(.transform), let current = rare.motion?.transform?.current {
      return current == .identity ? nil : current
    }
    return rare.hasTransform ? rare.transform : nil
  }

  /// Whether the view's own properties let it and its descendants be touched.
  final var takesTouches: Bool {
    !isHidden && isUserInteractionEnabled
      && (animated.contains(.alpha) ? rare?.motion?.alpha?.current ?? alpha : alpha) >= 0.01
  }
}
