public import Foundation

/// Distances from the four edges, each with a part that scales and one that doesn't.
///
/// Source: docs/semantics/layout.md, P2.
@frozen
public struct EdgeInsets: Hashable, Sendable {
  /// The distance from the top edge.
  public var top: Value

  /// The distance from the left edge.
  public var left: Value

  /// The distance from the bottom edge.
  public var bottom: Value

  /// The distance from the right edge.
  public var right: Value

  /// Makes insets of the four distances; the default is none.
  @inlinable
  public init(
    top: Value = .zero,
    left: Value = .zero,
    bottom: Value = .zero,
    right: Value = .zero
  ) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Makes insets of the same distance from all edges.
  @inlinable
  public init(_ distance: Value) {
    self.init(top: distance, left: distance, bottom: distance, right: distance)
  }

  /// No distances.
  @inlinable public static var zero: EdgeInsets { EdgeInsets() }

  /// Distances that don't scale.
  @inlinable
  public static func fixed(
    _ top: CGFloat,
    _ left: CGFloat,
    _ bottom: CGFloat,
    _ right: CGFloat
  ) -> EdgeInsets {
    EdgeInsets(top: .fixed(top), left: .fixed(left), bottom: .fixed(bottom), right: .fixed(right))
  }

  /// Distances that scale.
  @inlinable
  public static func scalable(
    _ top: CGFloat,
    _ left: CGFloat,
    _ bottom: CGFloat,
    _ right: CGFloat
  ) -> EdgeInsets {
    EdgeInsets(
      top: .scalable(top),
      left: .scalable(left),
      bottom: .scalable(bottom),
      right: .scalable(right)
    )
  }

  /// The distances in points at a number of points per unit of the reference size.
  public func scale(_ multiplier: CGFloat) -> ScaledInsets {
    ScaledInsets(self) { $0.scale(multiplier) }
  }

  /// Adds edge by edge.
  @inlinable
  public static func + (left: EdgeInsets, right: EdgeInsets) -> EdgeInsets {
    EdgeInsets(
      top: left.top + right.top,
      left: left.left + right.left,
      bottom: left.bottom + right.bottom,
      right: left.right + right.right
    )
  }

  /// Multiplies all distances.
  @inlinable
  public static func * (insets: EdgeInsets, factor: CGFloat) -> EdgeInsets {
    EdgeInsets(
      top: insets.top * factor,
      left: insets.left * factor,
      bottom: insets.bottom * factor,
      right: insets.right * factor
    )
  }

  /// Divides all distances.
  @inlinable
  public static func / (insets: EdgeInsets, divisor: CGFloat) -> EdgeInsets {
    EdgeInsets(
      top: insets.top / divisor,
      left: insets.left / divisor,
      bottom: insets.bottom / divisor,
      right: insets.right / divisor
    )
  }
}

/// A literal is a distance from all edges that scales: `view.fill(other, insets: 20)`.
extension EdgeInsets: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Makes insets of the same distance from all edges, which scales.
  @inlinable
  public init(integerLiteral scalable: Int) { self.init(Value(integerLiteral: scalable)) }

  /// Makes insets of the same distance from all edges, which scales.
  @inlinable
  public init(floatLiteral scalable: Double) { self.init(Value(floatLiteral: scalable)) }
}

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

  /// Makes insets of others; the closure converts a length to points.
  package init(_ insets: EdgeInsets, _ scale: (Value) -> CGFloat) {
    self.init(
      top: scale(insets.top),
      left: scale(insets.left),
      bottom: scale(insets.bottom),
      right: scale(insets.right)
    )
  }
}
