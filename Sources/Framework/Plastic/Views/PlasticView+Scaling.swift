public import Foundation

/// Scaled values in points.
///
/// Source: docs/semantics/layout.md, P3, P4.
extension PlasticView {
  /// The points of a value in this view: 0 for a part that scales, and a ``LayoutError`` at the layout's end, if there is no reference
  /// size.
  ///
  /// A reference size that this view was declared with is for the views in it, and for distances from its lines; its own values, such as
  /// its width, are scaled by the nearest one around it.
  @inlinable
  @inline(__always)
  public func scaleValue(_ value: Value) -> CGFloat {
    if value.scalable == 0 { return value.fixed }
    // SAFETY: headers are never freed. NaN is the only number that differs from itself.
    let common = unsafe header.pointee.commonMultiplier
    return common == common ? value.scale(common) : scale(value, isOffset: false)
  }

  /// The points of a distance from one of this view's lines: as in ``scaleValue(_:)``, but by the view's own reference size if it has one.
  @inlinable
  @inline(__always)
  func scaleOffset(_ value: Value) -> CGFloat {
    if value.scalable == 0 { return value.fixed }
    // SAFETY: as in `scaleValue`.
    let common = unsafe header.pointee.commonMultiplier
    return common == common ? value.scale(common) : scale(value, isOffset: true)
  }

  /// Scales if views have different multipliers, or none.
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
