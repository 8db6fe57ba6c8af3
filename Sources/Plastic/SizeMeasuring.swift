public import Foundation

/// The content of a view that has a size by itself, such as a text or an image.
///
/// Equal content measures equal: a ``LayoutsCache`` relies on it.
public protocol SizeMeasuring: Hashable, Sendable {
  /// How large the content is.
  ///
  /// - Parameters:
  ///   - limit: The size that it shall not exceed if it can; infinite where nothing limits it.
  ///   - multiplier: How many points one unit of the reference size is; 1 where there is no reference.
  /// - Returns: Its size in points.
  func size(within limit: CGSize, multiplier: CGFloat) -> CGSize
}
