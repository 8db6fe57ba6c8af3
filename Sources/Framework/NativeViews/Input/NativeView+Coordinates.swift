public import Foundation

extension NativeView {
  /// Whether the view is touched at a point of its own coordinates.
  package final func isTouched(at point: CGPoint) -> Bool {
    let insets = hitTestInsets
    let size = presentedFrame.size
    return point.x >= insets.left && point.y >= insets.top && point.x < size.width - insets.right
      && point.y < size.height - insets.bottom
  }

  /// A point of the parent's coordinates in those of the view, as both are on the screen.
  ///
  /// - Returns: `nil` where the view's transform has no area.
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

  /// A point of the view's coordinates in those of its parent, as both are on the screen.
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

  /// A point of the view's coordinates in those of the tree's root, as it is on the screen.
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

  /// A point of the tree's root in the coordinates of the view, as it is on the screen.
  ///
  /// Complexity: O(depth).
  ///
  /// - Returns: `nil` where the transform of the view, or of one that it is in, has no area.
  public final func convertFromRoot(_ point: CGPoint) -> CGPoint? {
    var path: [NativeView] = []
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
    let transform =
      animated.contains(.transform)
      ? rare.motion?.transform?.current ?? rare.transform : rare.transform
    return transform == .identity ? nil : transform
  }

  /// Whether the view, and what is in it, can be touched as far as it is concerned itself.
  final var takesTouches: Bool {
    !isHidden && isUserInteractionEnabled
      && (animated.contains(.alpha) ? rare?.motion?.alpha?.current ?? alpha : alpha) >= 0.01
  }
}
