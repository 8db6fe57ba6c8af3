public import Foundation

extension PlasticView {
  /// The view's place in the storage.
  @inlinable @inline(__always) var place: UnsafeMutablePointer<ViewSlot> {
    // SAFETY: headers are never freed; one without a layout has no slots (see `LayoutHeader`). Slots with a
    // lower index than the count exist, and parents are slots.
    guard unsafe Int(slot) < header.pointee.count, let slots = unsafe header.pointee.slots else {
      preconditionFailure("a view was used after its layout had ended; use it in the layout alone")
    }
    return unsafe slots + Int(slot)
  }

  @inlinable @inline(__always) var x: AxisSpan { unsafe place.pointee.x }
  @inlinable @inline(__always) var y: AxisSpan { unsafe place.pointee.y }

  /// Writes something of the horizontal axis.
  @inlinable
  @inline(__always)
  func writeX(_ write: AxisSpan.Write, _ value: CGFloat) {
    // SAFETY: see `place`.
    let place = unsafe place
    let slots = unsafe place - Int(slot)
    let (origin, length) = unsafe place.pointee.x.written(write, value)
    var parent = unsafe slots + Int(place.pointee.parent)
    var relativeOrigin = origin
    while unsafe !parent.pointee.isKeyed {
      relativeOrigin -= unsafe parent.pointee.x.relativeOrigin
      unsafe parent = slots + Int(parent.pointee.parent)
    }
    relativeOrigin -= unsafe parent.pointee.x.origin
    // What isn't finite is NaN times 0. The margin is for sums over all ancestors, which must be finite too.
    guard (origin + length + relativeOrigin) * 1e10 * 0 == 0 else { return rejectX(write, value) }
    unsafe place.pointee.x.origin = origin
    unsafe place.pointee.x.length = length
    unsafe place.pointee.x.relativeOrigin = relativeOrigin
    unsafe place.pointee.x.lastWrite = write
  }

  /// Writes something of the vertical axis.
  @inlinable
  @inline(__always)
  func writeY(_ write: AxisSpan.Write, _ value: CGFloat) {
    // SAFETY: see `place`.
    let place = unsafe place
    let slots = unsafe place - Int(slot)
    let (origin, length) = unsafe place.pointee.y.written(write, value)
    var parent = unsafe slots + Int(place.pointee.parent)
    var relativeOrigin = origin
    while unsafe !parent.pointee.isKeyed {
      relativeOrigin -= unsafe parent.pointee.y.relativeOrigin
      unsafe parent = slots + Int(parent.pointee.parent)
    }
    relativeOrigin -= unsafe parent.pointee.y.origin
    guard (origin + length + relativeOrigin) * 1e10 * 0 == 0 else { return rejectY(write, value) }
    unsafe place.pointee.y.origin = origin
    unsafe place.pointee.y.length = length
    unsafe place.pointee.y.relativeOrigin = relativeOrigin
    unsafe place.pointee.y.lastWrite = write
  }

  /// The points that a value is in this view: 0 for what scales, and a ``LayoutError`` at the layout's
  /// end, if there is no reference size.
  @inlinable
  @inline(__always)
  public func scaleValue(_ value: Value) -> CGFloat {
    if value.scalable == 0 { return value.fixed }
    // SAFETY: see `place`.
    let isOfContainer = unsafe place.pointee.scope == 0
    let factor = unsafe isOfContainer ? header.pointee.multiplier : nearestMultiplier
    // NaN is the only number that isn't itself.
    return factor == factor ? value.scale(factor) : rejectScaling(value)
  }

  /// The multiplier of the nearest view around this one that has a reference size; NaN where there is none.
  @usableFromInline var nearestMultiplier: CGFloat { storage?.multiplier(of: Int(slot)) ?? .nan }

  @usableFromInline
  @inline(never)
  func rejectScaling(_ value: Value) -> CGFloat {
    storage?.rejectScaling(value, in: Int(slot))
    return value.fixed
  }

  @usableFromInline
  @inline(never)
  func rejectX(_ write: AxisSpan.Write, _ value: CGFloat) {
    let property = ["none", "left", "right", "centerX", "width"][Int(write.rawValue)]
    storage?.reject(Int(slot), property, value)
  }

  @usableFromInline
  @inline(never)
  func rejectY(_ write: AxisSpan.Write, _ value: CGFloat) {
    let property = ["none", "top", "bottom", "centerY", "height"][Int(write.rawValue)]
    storage?.reject(Int(slot), property, value)
  }

  /// The layout, while it is there.
  // SAFETY: see `place`; a header with a layout has one that is alive, for its `deinit` takes it out.
  var storage: LayoutStorage? { unsafe header.pointee.storage?.takeUnretainedValue() }
}
