public import Foundation

/// A width and a height, each of a part that scales and one that doesn't.
///
/// Source: SEMANTICS.md, P2.
@frozen
public struct Size: Hashable, Sendable {
  /// The width.
  public var width: Value

  /// The height.
  public var height: Value

  /// Makes a size of its two sides.
  @inlinable
  public init(width: Value, height: Value) {
    self.width = width
    self.height = height
  }

  /// Nothing.
  @inlinable public static var zero: Size { Size(width: .zero, height: .zero) }

  /// A size that doesn't scale.
  @inlinable
  public static func fixed(_ width: CGFloat, _ height: CGFloat) -> Size {
    Size(width: .fixed(width), height: .fixed(height))
  }

  /// A size that scales.
  @inlinable
  public static func scalable(_ width: CGFloat, _ height: CGFloat) -> Size {
    Size(width: .scalable(width), height: .scalable(height))
  }

  /// The size in points where one unit of the reference size is so many points.
  @inlinable
  public func scale(_ multiplier: CGFloat) -> CGSize {
    CGSize(width: width.scale(multiplier), height: height.scale(multiplier))
  }

  /// Adds side by side.
  @inlinable
  public static func + (left: Size, right: Size) -> Size {
    Size(width: left.width + right.width, height: left.height + right.height)
  }

  /// Multiplies both sides.
  @inlinable
  public static func * (size: Size, factor: CGFloat) -> Size {
    Size(width: size.width * factor, height: size.height * factor)
  }

  /// Divides both sides.
  @inlinable
  public static func / (size: Size, divisor: CGFloat) -> Size {
    Size(width: size.width / divisor, height: size.height / divisor)
  }
}
