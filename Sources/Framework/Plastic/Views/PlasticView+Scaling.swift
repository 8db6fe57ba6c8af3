public import Foundation

/// Scaled values in points.
///
/// Source: docs/semantics/layout.md, P3, P4.
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
    // SAFETY: headers are never freed. NaN is the only number that isn't itself.
    let common = unsafe header.pointee.commonMultiplier
    return common == common ? value.scale(common) : scale(value, isOffset: false)
  }

  /// The points that a distance from one of this view's lines is: as in ``scaleValue(_:)``, but by the view's
  /// own reference size if it has one.
  @inlinable
  @inline(__always)
  func scaleOffset(_ value: Value) -> CGFloat {
    if value.scalable == 0 { return value.fixed }
    // SAFETY: as in `scaleValue`.
    let common = unsafe header.pointee.commonMultiplier
    return common == common ? value.scale(common) : scale(value, isOffset: true)
  }

  /// Scales where not all views scale by the same, or nothing does.
  @usableFromInline
  @inline(never)
  func scale(_ value: Value, isOffset: Bool) -> CGFloat {
    // SAFETY: see `place`.
    let place = unsafe place
    if unsafe place.pointee.scope == FlaggedSlot(0) && !(isOffset && place.pointee.hasReference) {
      let factor = unsafe header.pointee.multiplier
      if factor == factor { return value.scale(factor) }
    }
    guard let storage else { return .nan }
    let factor = storage.multiplier(of: Int(slot), isOffset: isOffset)
    if factor == factor { return value.scale(factor) }
    storage.rejectScaling(value, in: Int(slot), isOffset: isOffset)
    return value.fixed
  }
}
