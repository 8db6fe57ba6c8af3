public import Foundation

/// The content of a view that has a size by itself, such as a text or an image.
///
/// Equal content measures equal: a ``LayoutsCache`` relies on it.
///
/// ```swift
/// struct Badge: SizeMeasuring {
///   var diameter: Value
///   func size(within limit: CGSize, scale: (Value) -> CGFloat) -> CGSize {
///     let side = min(scale(diameter), limit.width, limit.height)
///     return CGSize(width: side, height: side)
///   }
/// }
/// ```
public protocol SizeMeasuring: Hashable, Sendable {
  /// Size of the content.
  ///
  /// - Parameters:
  ///   - limit: The size that it must not exceed if it can; infinite where nothing limits it.
  ///   - scale: Gives the points that a length is. In a layout, one with a part that scales is an error where
  ///     there is no reference size.
  /// - Returns: Its size in points.
  func size(within limit: CGSize, scale: (Value) -> CGFloat) -> CGSize
}

extension SizeMeasuring {
  /// Size of the content at a multiplier.
  public func size(within limit: CGSize, multiplier: CGFloat) -> CGSize {
    size(within: limit) { $0.scale(multiplier) }
  }
}

/// Sizes that come from what a view shows.
extension PlasticView {
  /// Size of the view's content.
  ///
  /// Where frames are rounded to pixels, the content is measured in as many whole pixels as the limits have
  /// room for, and its size is rounded up to whole pixels: what has room by its measured size has room by its
  /// rounded frame, too.
  ///
  /// - Parameters:
  ///   - maximumWidth: The width that it must not exceed; infinite unless given.
  ///   - maximumHeight: The height that it must not exceed; infinite unless given.
  /// - Returns: The size in points; a ``LayoutError`` at the layout's end, besides zero if the view was declared
  ///   without a content, or besides the size without what scales if that needs a reference size that isn't
  ///   there.
  public func measuredSize(
    maximumWidth: CGFloat = .infinity,
    maximumHeight: CGFloat = .infinity
  ) -> CGSize {
    guard let content = storage?.content(of: Int(slot)) else {
      storage?.rejectMeasuring(Int(slot))
      return .zero
    }
    let limit = CGSize(width: maximumWidth, height: maximumHeight)
    guard let grid = storage?.grid else {
      return content.size(within: limit) { scaleValue($0) }
    }
    // A closure, for its context is on the stack: that of a reference to the method is allocated.
    let size = content.size(
      within: CGSize(width: grid.roundDown(limit.width), height: grid.roundDown(limit.height))
    ) { scaleValue($0) }
    return CGSize(width: grid.roundUp(size.width), height: grid.roundUp(size.height))
  }

  /// Sets the width, then the height, to what the content needs.
  ///
  /// - Parameter maximumWidth: The width that it must not exceed.
  public func sizeToFit(maximumWidth: Value? = nil) {
    let limit = maximumWidth.map { scaleValue($0) } ?? .infinity
    let size = measuredSize(maximumWidth: limit)
    width = .fixed(size.width)
    height = .fixed(size.height)
  }

  /// Sets the height to what the content needs at the view's width, such as that of a text in lines.
  public func heightToFit() {
    height = .fixed(measuredSize(maximumWidth: length(Horizontal.self)).height)
  }

  /// The size of a font for this view.
  ///
  /// - Parameters:
  ///   - size: The size in the reference, or one that doesn't scale.
  ///   - limits: The smallest and the largest size that can be read.
  /// - Returns: The size in points; the smallest, and a ``LayoutError`` at the layout's end, if the size isn't
  ///   finite.
  public func fontSize(
    _ size: Value,
    in limits: ClosedRange<CGFloat> = 0...CGFloat.greatestFiniteMagnitude
  ) -> CGFloat {
    let points = scaleValue(size)
    guard points.isFinite else {
      storage?.reject(Int(slot), "font size", points)
      return limits.lowerBound
    }
    return min(max(points, limits.lowerBound), limits.upperBound)
  }
}
