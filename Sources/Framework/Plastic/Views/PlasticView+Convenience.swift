public import Foundation

/// Several writes at once, in the order given in each.
///
/// Source: docs/semantics/layout.md, P14.
extension PlasticView {
  /// Stretches the view over another's width: left, then right.
  ///
  /// - Parameters:
  ///   - view: The other.
  ///   - insets: How far inside; top and bottom are ignored.
  @inlinable
  public func fillHorizontally(_ view: PlasticView, insets: EdgeInsets = .zero) {
    left = view.left + insets.left
    right = view.right - insets.right
  }

  /// Stretches the view over another's height: top, then bottom.
  ///
  /// - Parameters:
  ///   - view: The other.
  ///   - insets: How far inside; left and right are ignored.
  @inlinable
  public func fillVertically(_ view: PlasticView, insets: EdgeInsets = .zero) {
    top = view.top + insets.top
    bottom = view.bottom - insets.bottom
  }

  /// Stretches the view over another.
  @inlinable
  public func fill(_ view: PlasticView, insets: EdgeInsets = .zero) {
    fill(top: view.top, left: view.left, bottom: view.bottom, right: view.right, insets: insets)
  }

  /// Stretches the view between four lines: left, right, top, bottom.
  @inlinable
  public func fill(
    top: Anchor,
    left: Anchor,
    bottom: Anchor,
    right: Anchor,
    insets: EdgeInsets = .zero
  ) {
    self.left = left + insets.left
    self.right = right - insets.right
    self.top = top + insets.top
    self.bottom = bottom - insets.bottom
  }

  /// Makes the view as large as possible inside another at an aspect ratio, in its middle.
  @inlinable
  public func fit(_ view: PlasticView, aspectRatio: CGFloat = 1, insets: EdgeInsets = .zero) {
    fit(
      top: view.top,
      left: view.left,
      bottom: view.bottom,
      right: view.right,
      aspectRatio: aspectRatio,
      insets: insets
    )
  }

  /// Makes the view as large as possible between four lines at an aspect ratio, in their middle.
  ///
  /// The middle is that of the lines without the insets, as in the original: different insets at opposite edges make the view smaller but
  /// don't move it.
  ///
  /// - Parameters:
  ///   - top: The line over it.
  ///   - left: The line left of it.
  ///   - bottom: The line under it.
  ///   - right: The line right of it.
  ///   - aspectRatio: Its width divided by its height; greater than 0.
  ///   - insets: The distances from the lines.
  @inlinable
  public func fit(
    top: Anchor,
    left: Anchor,
    bottom: Anchor,
    right: Anchor,
    aspectRatio: CGFloat = 1,
    insets: EdgeInsets = .zero
  ) {
    guard aspectRatio > 0, aspectRatio.isFinite else {
      stop("fit: aspectRatio is \(aspectRatio), not finite and over 0")
    }
    fill(top: top, left: left, bottom: bottom, right: right, insets: insets)
    // If both sides are 0, the quotient is NaN, which isn't less than anything: the view stays empty.
    if length(Horizontal.self) / length(Vertical.self) < aspectRatio {
      centerBetween(top: top, bottom: bottom)
      height = .fixed(length(Horizontal.self) / aspectRatio)
    } else {
      centerBetween(left: left, right: right)
      width = .fixed(length(Vertical.self) * aspectRatio)
    }
  }

  /// Centers the view between two vertical lines.
  @inlinable
  public func centerBetween(left: Anchor, right: Anchor) {
    centerX = left + .fixed(distance(Horizontal.self, from: left, to: right) / 2)
  }

  /// Centers the view between two horizontal lines.
  @inlinable
  public func centerBetween(top: Anchor, bottom: Anchor) {
    centerY = top + .fixed(distance(Vertical.self, from: top, to: bottom) / 2)
  }

  /// Centers the view in another: centerX, then centerY.
  @inlinable
  public func center(_ view: PlasticView) {
    centerX = view.centerX
    centerY = view.centerY
  }

  /// Lays the view along another's upper edge: left, right, top; the height stays.
  @inlinable
  public func asHeader(_ view: PlasticView, insets: EdgeInsets = .zero) {
    fillHorizontally(view, insets: insets)
    top = view.top + insets.top
  }

  /// Lays the view along another's lower edge: left, right, bottom; the height stays.
  @inlinable
  public func asFooter(_ view: PlasticView, insets: EdgeInsets = .zero) {
    fillHorizontally(view, insets: insets)
    bottom = view.bottom - insets.bottom
  }

  /// Lays the view along another's left edge: left, top, bottom; the width stays.
  @inlinable
  public func coverLeft(_ view: PlasticView, insets: EdgeInsets = .zero) {
    left = view.left + insets.left
    fillVertically(view, insets: insets)
  }

  /// Lays the view along another's right edge: right, top, bottom; the width stays.
  @inlinable
  public func coverRight(_ view: PlasticView, insets: EdgeInsets = .zero) {
    right = view.right - insets.right
    fillVertically(view, insets: insets)
  }
}
