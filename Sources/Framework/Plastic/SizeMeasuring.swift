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
  /// How large the content is.
  ///
  /// - Parameters:
  ///   - limit: The size that it shall not exceed if it can; infinite where nothing limits it.
  ///   - scale: Gives the points that a length is. In a layout, one with a part that scales is an error where
  ///     there is no reference size.
  /// - Returns: Its size in points.
  func size(within limit: CGSize, scale: (Value) -> CGFloat) -> CGSize
}

extension SizeMeasuring {
  /// How large the content is where one unit of the reference size is so many points.
  public func size(within limit: CGSize, multiplier: CGFloat) -> CGSize {
    size(within: limit) { $0.scale(multiplier) }
  }
}
