public import Foundation

/// Distances from the four edges in points.
public struct ScaledInsets: Hashable, Sendable {
  /// The distance from the top edge.
  public var top: CGFloat

  /// The distance from the left edge.
  public var left: CGFloat

  /// The distance from the bottom edge.
  public var bottom: CGFloat

  /// The distance from the right edge.
  public var right: CGFloat

  /// Makes insets of the four distances.
  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}
