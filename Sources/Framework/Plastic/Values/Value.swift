public import Foundation

/// A length of two parts: one that grows with the view that it is used in, and one that doesn't.
///
/// Source: docs/semantics/layout.md, P1.
@frozen
public struct Value: AdditiveArithmetic, Hashable, Sendable {
  /// The part that is multiplied, in units of the reference size.
  public var scalable: CGFloat

  /// The part that is used unchanged, in points.
  public var fixed: CGFloat

  /// Makes a length of its two parts.
  @inlinable
  public init(scalable: CGFloat, fixed: CGFloat) {
    self.scalable = scalable
    self.fixed = fixed
  }

  /// Makes a length that scales.
  @inlinable
  public init(_ scalable: CGFloat) {
    self.init(scalable: scalable, fixed: 0)
  }

  /// Nothing.
  @inlinable public static var zero: Value { Value(scalable: 0, fixed: 0) }

  /// A length that scales.
  @inlinable
  public static func scalable(_ scalable: CGFloat) -> Value { Value(scalable: scalable, fixed: 0) }

  /// A length that doesn't scale.
  @inlinable
  public static func fixed(_ fixed: CGFloat) -> Value { Value(scalable: 0, fixed: fixed) }

  /// The length if nothing is scaled: the sum of the parts.
  @inlinable public var unscaledValue: CGFloat { scalable + fixed }

  /// The length in points at a number of points per unit of the reference size.
  @inlinable
  public func scale(_ multiplier: CGFloat) -> CGFloat { scalable * multiplier + fixed }

  /// Negates both parts.
  @inlinable
  public static prefix func - (value: Value) -> Value {
    Value(scalable: -value.scalable, fixed: -value.fixed)
  }

  /// Adds part by part.
  @inlinable
  public static func + (left: Value, right: Value) -> Value {
    Value(scalable: left.scalable + right.scalable, fixed: left.fixed + right.fixed)
  }

  /// Subtracts part by part.
  @inlinable
  public static func - (left: Value, right: Value) -> Value {
    Value(scalable: left.scalable - right.scalable, fixed: left.fixed - right.fixed)
  }

  /// Multiplies both parts.
  @inlinable
  public static func * (value: Value, factor: CGFloat) -> Value {
    Value(scalable: value.scalable * factor, fixed: value.fixed * factor)
  }

  /// Divides both parts.
  @inlinable
  public static func / (value: Value, divisor: CGFloat) -> Value {
    Value(scalable: value.scalable / divisor, fixed: value.fixed / divisor)
  }

  /// Adds part by part.
  @inlinable
  public static func += (left: inout Value, right: Value) { left = left + right }

  /// Subtracts part by part.
  @inlinable
  public static func -= (left: inout Value, right: Value) { left = left - right }

  /// Multiplies both parts.
  @inlinable
  public static func *= (value: inout Value, factor: CGFloat) { value = value * factor }

  /// Divides both parts.
  @inlinable
  public static func /= (value: inout Value, divisor: CGFloat) { value = value / divisor }
}

/// A literal scales: `header.height = 80` is `.scalable(80)`.
///
/// For numbers in variables, write `.scalable(number)` or `.fixed(number)`. A length that was read from a view is fixed: it equals
/// `.fixed(80)`, not 80. In Katana, too, plain numbers scaled.
extension Value: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Makes a length that scales.
  @inlinable
  public init(integerLiteral scalable: Int) { self.init(CGFloat(scalable)) }

  /// Makes a length that scales.
  @inlinable
  public init(floatLiteral scalable: Double) { self.init(CGFloat(scalable)) }
}

/// A width and a height, each with a part that scales and one that doesn't.
///
/// Source: docs/semantics/layout.md, P2.
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

  /// The size in points at a number of points per unit of the reference size.
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
