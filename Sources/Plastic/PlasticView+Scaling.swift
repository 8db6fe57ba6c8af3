public import Foundation

/// What scales, in points.
///
/// Source: SEMANTICS.md, P3 and P4.
extension PlasticView {
  /// The points that a value is in this view: 0 for what scales, and a ``LayoutError`` at the layout's
  /// end, if there is no reference size.
  ///
  /// A reference size that this view was declared with is for what is in it, and for distances from its
  /// lines; what it is given itself, such as its width, the nearest one around it scales.
  @inlinable
  @inline(__always)
  public func scaleValue(_ value: Value) -> CGFloat {
    if value.scalable == 0 { return value.fixed }
    // SAFETY: see `place`.
    let isOfContainer = unsafe place.pointee.scope == 0
    let factor = unsafe isOfContainer ? header.pointee.multiplier : multiplier(isOffset: false)
    // NaN is the only number that isn't itself.
    return factor == factor ? value.scale(factor) : rejectScaling(value, isOffset: false)
  }

  /// The points that a distance from one of this view's lines is: as in ``scaleValue(_:)``, but by the view's
  /// own reference size if it has one.
  @inlinable
  @inline(__always)
  func scaleOffset(_ value: Value) -> CGFloat {
    if value.scalable == 0 { return value.fixed }
    // SAFETY: see `place`.
    let place = unsafe place
    let isOfContainer = unsafe place.pointee.scope == 0 && !place.pointee.hasReference
    let factor = unsafe isOfContainer ? header.pointee.multiplier : multiplier(isOffset: true)
    return factor == factor ? value.scale(factor) : rejectScaling(value, isOffset: true)
  }

  /// The multiplier of the nearest view with a reference size, or NaN.
  @usableFromInline
  func multiplier(isOffset: Bool) -> CGFloat {
    storage?.multiplier(of: Int(slot), isOffset: isOffset) ?? .nan
  }

  @usableFromInline
  @inline(never)
  func rejectScaling(_ value: Value, isOffset: Bool) -> CGFloat {
    storage?.rejectScaling(value, in: Int(slot), isOffset: isOffset)
    return value.fixed
  }
}
