public import Foundation

extension PlasticView {
  /// The view's place in the storage.
  @inlinable @inline(__always) var place: UnsafeMutablePointer<ViewSlot> {
    // SAFETY: headers are never freed; while the run is the one that the view was made in, the slots are
    // there, and the view's is one of them.
    guard unsafe run == header.pointee.run, let slots = unsafe header.pointee.slots else {
      stop("a view was used after its layout had ended; use it in the layout alone")
    }
    return unsafe slots + Int(slot)
  }

  @inlinable @inline(__always) var xLength: CGFloat { unsafe place.pointee.x.length }
  @inlinable @inline(__always) var yLength: CGFloat { unsafe place.pointee.y.length }

  /// Where the view is on the horizontal axis now.
  @inlinable @inline(__always) var x: AxisSpan {
    let place = unsafe place
    var span = unsafe place.pointee.x
    if !span.isPlaced { span.origin = unsafe originX(of: place) }
    return span
  }

  /// Writes something of the horizontal axis.
  @inlinable
  @inline(__always)
  func writeX(_ write: AxisSpan.Write, _ value: CGFloat) {
    // SAFETY: see `place`.
    let place = unsafe place
    let (origin, length) = unsafe place.pointee.x.written(write, value)
    // What isn't finite is NaN times 0. The margin is for sums over all ancestors, which must be finite too.
    guard (length * 1e10 + value) * 0 == 0 else { return rejectX(write, value) }
    if write == .length, unsafe !place.pointee.x.isPlaced {
      unsafe place.pointee.x.length = length
      return
    }
    let parent = unsafe place - Int(slot) + Int(place.pointee.parent)
    let relativeOrigin = unsafe origin - originX(of: parent)
    guard (origin + length + relativeOrigin) * 1e10 * 0 == 0 else {
      return rejectX(write, value)
    }
    unsafe place.pointee.x.origin = origin
    unsafe place.pointee.x.length = length
    unsafe place.pointee.x.relativeOrigin = relativeOrigin
    unsafe place.pointee.x.lastWrite = write
  }

  /// Where a view is: as it was written, or else as it was declared in its parent, wherever that is now.
  ///
  /// Views without a key are never written.
  @inlinable
  @inline(__always)
  func originX(of view: UnsafeMutablePointer<ViewSlot>) -> CGFloat {
    // SAFETY: parents are slots, and above all is the container's, which counts as written.
    var view = unsafe view
    var distance: CGFloat = 0
    while unsafe !view.pointee.x.isPlaced {
      distance += unsafe view.pointee.x.relativeOrigin
      unsafe view = place - Int(slot) + Int(view.pointee.parent)
    }
    return unsafe view.pointee.x.origin + distance
  }

  /// Where the view is on the vertical axis now.
  @inlinable @inline(__always) var y: AxisSpan {
    let place = unsafe place
    var span = unsafe place.pointee.y
    if !span.isPlaced { span.origin = unsafe originY(of: place) }
    return span
  }

  /// Writes something of the vertical axis.
  @inlinable
  @inline(__always)
  func writeY(_ write: AxisSpan.Write, _ value: CGFloat) {
    // SAFETY: see `place`.
    let place = unsafe place
    let (origin, length) = unsafe place.pointee.y.written(write, value)
    guard (length * 1e10 + value) * 0 == 0 else { return rejectY(write, value) }
    if write == .length, unsafe !place.pointee.y.isPlaced {
      unsafe place.pointee.y.length = length
      return
    }
    let parent = unsafe place - Int(slot) + Int(place.pointee.parent)
    let relativeOrigin = unsafe origin - originY(of: parent)
    guard (origin + length + relativeOrigin) * 1e10 * 0 == 0 else {
      return rejectY(write, value)
    }
    unsafe place.pointee.y.origin = origin
    unsafe place.pointee.y.length = length
    unsafe place.pointee.y.relativeOrigin = relativeOrigin
    unsafe place.pointee.y.lastWrite = write
  }

  /// Where a view is: as it was written, or else as it was declared in its parent, wherever that is now.
  ///
  /// Views without a key are never written.
  @inlinable
  @inline(__always)
  func originY(of view: UnsafeMutablePointer<ViewSlot>) -> CGFloat {
    // SAFETY: parents are slots, and above all is the container's, which counts as written.
    var view = unsafe view
    var distance: CGFloat = 0
    while unsafe !view.pointee.y.isPlaced {
      distance += unsafe view.pointee.y.relativeOrigin
      unsafe view = place - Int(slot) + Int(view.pointee.parent)
    }
    return unsafe view.pointee.y.origin + distance
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
