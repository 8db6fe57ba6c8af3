public import Foundation

/// The content of a view that has its own size, such as a text or an image.
///
/// Equal content must measure equal: a ``LayoutsCache`` relies on it.
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
  /// The size of the content.
  ///
  /// - Parameters:
  ///   - limit: The size that it should not exceed; infinite if nothing limits it.
  ///   - scale: Converts a length to points. In a layout, a length with a part that scales is an error if there is no reference size.
  /// - Returns: Its size in points.
  func size(within limit: CGSize, scale: (Value) -> CGFloat) -> CGSize
}

extension SizeMeasuring {
  /// The size of the content at a multiplier.
  public func size(within limit: CGSize, multiplier: CGFloat) -> CGSize {
    size(within: limit) { $0.scale(multiplier) }
  }
}

/// Sizes from a view's content.
extension PlasticView {
  /// The size of the view's content.
  ///
  /// If frames are rounded to pixels, the content is measured within as many whole pixels as the limits allow, and its size is rounded up
  /// to whole pixels: what fits its measured size also fits its rounded frame.
  ///
  /// - Parameters:
  ///   - maximumWidth: The width that it should not exceed; infinite by default.
  ///   - maximumHeight: The height that it should not exceed; infinite by default.
  /// - Returns: The size in points. If the view was declared without a content, returns zero; if the content needs a missing reference
  ///   size, returns the size without the part that scales; both cause a ``LayoutError`` at the layout's end.
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
    // A closure, because its context is on the stack; a method reference would allocate it.
    let size = content.size(
      within: CGSize(width: grid.roundDown(limit.width), height: grid.roundDown(limit.height))
    ) { scaleValue($0) }
    return CGSize(width: grid.roundUp(size.width), height: grid.roundUp(size.height))
  }

  /// Sets the width, then the height, to what the content needs.
  ///
  /// - Parameter maximumWidth: The width that it should not exceed.
  public func sizeToFit(maximumWidth: Value? = nil) {
    let limit = maximumWidth.map { scaleValue($0) } ?? .infinity
    let size = measuredSize(maximumWidth: limit)
    width = .fixed(size.width)
    height = .fixed(size.height)
  }

  /// Sets the height to what the content needs at the view's width, such as a text in lines.
  public func heightToFit() {
    height = .fixed(measuredSize(maximumWidth: length(Horizontal.self)).height)
  }

  /// The size of a font for this view.
  ///
  /// - Parameters:
  ///   - size: The size in the reference, or one that doesn't scale.
  ///   - limits: The smallest and the largest readable size.
  /// - Returns: The size in points; the smallest, and a ``LayoutError`` at the layout's end, if the size isn't finite.
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
