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
  @inlinable @inline(__always) var xBounds: (origin: CGFloat, length: CGFloat) {
    let place = unsafe place
    return unsafe (originX(of: place), place.pointee.x.length)
  }

  /// Writes something of the horizontal axis.
  @inlinable
  @inline(__always)
  func writeX(_ write: AxisSpan.Write, _ value: CGFloat) {
    // SAFETY: see `place`.
    let place = unsafe place
    let isPlaced = unsafe place.pointee.x.isPlaced
    if write == .length, !isPlaced {
      let length = max(value, 0)
      // What isn't finite is NaN times 0. The margin is for sums over all ancestors, which must be finite too.
      guard (length * 1e10 + value) * 0 == 0 else { return rejectX(write, value) }
      unsafe place.pointee.x.length = length
      if length == 0 { unsafe place.pointee.x.noteEmpty(after: write) }
      return
    }
    let oldOrigin = unsafe place.pointee.x.origin
    let (origin, length) = unsafe place.pointee.x.written(write, value)
    let parent = unsafe place - Int(slot) + Int(place.pointee.parent)
    let relativeOrigin = unsafe origin - parent.pointee.x.origin
    // Of the other writes what is written is in the sum already. An origin that isn't known isn't finite.
    let cutOff = write == .length ? value : 0
    guard ((abs(origin) + abs(relativeOrigin) + length) * 1e10 + cutOff) * 0 == 0 else {
      return unsafe locateAndWriteX(write, value, place, parent)
    }
    unsafe place.pointee.x.origin = origin
    unsafe place.pointee.x.length = length
    unsafe place.pointee.x.relativeOrigin = relativeOrigin
    if length == 0 { unsafe place.pointee.x.noteEmpty(after: write) }
    unsafe place.pointee.x.lastWrite = write
    if oldOrigin == oldOrigin {
      if unsafe place.pointee.x.followers != .none && origin != oldOrigin { movedX() }
    } else if unsafe parent.pointee.x.followers == .none {
      unsafe parent.pointee.x.followers = .some
    } else if unsafe parent.pointee.x.followers == .listed {
      noteX()
    }
  }

  /// Where a view of the same container is.
  @inlinable
  @inline(__always)
  func originX(of view: UnsafeMutablePointer<ViewSlot>) -> CGFloat {
    let origin = unsafe view.pointee.x.origin
    return origin == origin ? origin : unsafe locateX(view)
  }

  /// Where the view is on the vertical axis now.
  @inlinable @inline(__always) var yBounds: (origin: CGFloat, length: CGFloat) {
    let place = unsafe place
    return unsafe (originY(of: place), place.pointee.y.length)
  }

  /// Writes something of the vertical axis.
  @inlinable
  @inline(__always)
  func writeY(_ write: AxisSpan.Write, _ value: CGFloat) {
    // SAFETY: see `place`.
    let place = unsafe place
    let isPlaced = unsafe place.pointee.y.isPlaced
    if write == .length, !isPlaced {
      let length = max(value, 0)
      // What isn't finite is NaN times 0. The margin is for sums over all ancestors, which must be finite too.
      guard (length * 1e10 + value) * 0 == 0 else { return rejectY(write, value) }
      unsafe place.pointee.y.length = length
      if length == 0 { unsafe place.pointee.y.noteEmpty(after: write) }
      return
    }
    let oldOrigin = unsafe place.pointee.y.origin
    let (origin, length) = unsafe place.pointee.y.written(write, value)
    let parent = unsafe place - Int(slot) + Int(place.pointee.parent)
    let relativeOrigin = unsafe origin - parent.pointee.y.origin
    // Of the other writes what is written is in the sum already. An origin that isn't known isn't finite.
    let cutOff = write == .length ? value : 0
    guard ((abs(origin) + abs(relativeOrigin) + length) * 1e10 + cutOff) * 0 == 0 else {
      return unsafe locateAndWriteY(write, value, place, parent)
    }
    unsafe place.pointee.y.origin = origin
    unsafe place.pointee.y.length = length
    unsafe place.pointee.y.relativeOrigin = relativeOrigin
    if length == 0 { unsafe place.pointee.y.noteEmpty(after: write) }
    unsafe place.pointee.y.lastWrite = write
    if oldOrigin == oldOrigin {
      if unsafe place.pointee.y.followers != .none && origin != oldOrigin { movedY() }
    } else if unsafe parent.pointee.y.followers == .none {
      unsafe parent.pointee.y.followers = .some
    } else if unsafe parent.pointee.y.followers == .listed {
      noteY()
    }
  }

  /// Where a view of the same container is.
  @inlinable
  @inline(__always)
  func originY(of view: UnsafeMutablePointer<ViewSlot>) -> CGFloat {
    let origin = unsafe view.pointee.y.origin
    return origin == origin ? origin : unsafe locateY(view)
  }

  @usableFromInline
  @inline(never)
  func locateAndWriteX(
    _ write: AxisSpan.Write,
    _ value: CGFloat,
    _ place: UnsafeMutablePointer<ViewSlot>,
    _ parent: UnsafeMutablePointer<ViewSlot>
  ) {
    // SAFETY: both are slots, as `writeX` says.
    let isLocated =
      unsafe parent.pointee.x.isKnown && (place.pointee.x.isKnown || !place.pointee.x.isPlaced)
    if isLocated { return rejectX(write, value) }
    // If the parent has moved since the view was placed, what stays is where it is now. Where the view is
    // can't be found out without where its parent is.
    if unsafe place.pointee.x.isPlaced { _ = unsafe originX(of: place) }
    _ = unsafe originX(of: parent)
    writeX(write, value)
  }

  @usableFromInline
  @inline(never)
  func locateX(_ view: UnsafeMutablePointer<ViewSlot>) -> CGFloat {
    // SAFETY: the view is one of the same storage's slots.
    storage.map { unsafe $0.locate(view - $0.slots, .horizontal) } ?? .nan
  }

  @usableFromInline
  @inline(never)
  func locateAndWriteY(
    _ write: AxisSpan.Write,
    _ value: CGFloat,
    _ place: UnsafeMutablePointer<ViewSlot>,
    _ parent: UnsafeMutablePointer<ViewSlot>
  ) {
    // SAFETY: both are slots, as `writeY` says.
    let isLocated =
      unsafe parent.pointee.y.isKnown && (place.pointee.y.isKnown || !place.pointee.y.isPlaced)
    if isLocated { return rejectY(write, value) }
    // If the parent has moved since the view was placed, what stays is where it is now. Where the view is
    // can't be found out without where its parent is.
    if unsafe place.pointee.y.isPlaced { _ = unsafe originY(of: place) }
    _ = unsafe originY(of: parent)
    writeY(write, value)
  }

  @usableFromInline
  @inline(never)
  func locateY(_ view: UnsafeMutablePointer<ViewSlot>) -> CGFloat {
    // SAFETY: as in `locateX`.
    storage.map { unsafe $0.locate(view - $0.slots, .vertical) } ?? .nan
  }

  @usableFromInline
  @inline(never)
  func noteX() { storage?.note(Int(slot), .horizontal) }

  @usableFromInline
  @inline(never)
  func noteY() { storage?.note(Int(slot), .vertical) }

  @usableFromInline
  @inline(never)
  func movedX() { storage?.moved(Int(slot), .horizontal) }

  @usableFromInline
  @inline(never)
  func movedY() { storage?.moved(Int(slot), .vertical) }

  @usableFromInline
  @inline(never)
  func rejectX(_ write: AxisSpan.Write, _ value: CGFloat) {
    storage?.reject(Int(slot), Self.horizontalProperty(write), value)
  }

  @usableFromInline
  @inline(never)
  func rejectY(_ write: AxisSpan.Write, _ value: CGFloat) {
    storage?.reject(Int(slot), Self.verticalProperty(write), value)
  }

  /// The layout, while it is there.
  // SAFETY: see `place`; a header with a layout has one that is alive, for its `deinit` takes it out.
  var storage: LayoutStorage? { unsafe header.pointee.storage?.takeUnretainedValue() }
}
