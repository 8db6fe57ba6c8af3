public import Foundation

/// Reads and writes on one axis.
extension PlasticView {
  /// The view's place in the storage.
  @inlinable @inline(__always) var place: UnsafeMutablePointer<ViewSlot> {
    // SAFETY: headers are never freed; while the run is the one that the view was made in, the slots exist, and the view's is one of them.
    guard unsafe run == header.pointee.run, let slots = unsafe header.pointee.slots else {
      stop("a view was used after its layout had ended; use it in the layout alone")
    }
    return unsafe slots + Int(slot)
  }

  @inlinable
  @inline(__always)
  func length<A: LayoutAxis>(_: A.Type) -> CGFloat { unsafe place.span(A.axis).pointee.length }

  @inlinable
  @inline(__always)
  func bounds<A: LayoutAxis>(_: A.Type) -> (origin: CGFloat, length: CGFloat) {
    let place = unsafe place
    let origin = unsafe place.span(A.axis).pointee.origin
    return unsafe (
      origin == origin ? origin : locate(A.axis, place), place.span(A.axis).pointee.length
    )
  }

  @inlinable
  @inline(__always)
  func write<A: LayoutAxis>(_: A.Type, _ write: AxisSpan.Write, _ value: CGFloat) {
    // SAFETY: see `place`.
    let place = unsafe place
    let span = unsafe place.span(A.axis)
    let isPlaced = unsafe span.pointee.isPlaced
    if write == .length, !isPlaced {
      let length = max(value, 0)
      // A number that isn't finite times 0 is NaN. The margin is for sums over all ancestors, which must be finite too.
      guard (length * 1e10 + value) * 0 == 0 else { return reject(A.axis, write, value) }
      unsafe span.pointee.length = length
      if length == 0 { unsafe span.pointee.noteEmpty(after: write) }
      return
    }
    let oldOrigin = unsafe span.pointee.origin
    let (origin, length) = unsafe span.pointee.written(write, value)
    let parent = unsafe place - Int(slot) + Int(place.pointee.parent)
    let relativeOrigin = unsafe origin - parent.span(A.axis).pointee.origin
    // For the other writes the written value is already in the sum. An unknown origin isn't finite.
    let cutOff = write == .length ? value : 0
    guard ((abs(origin) + abs(relativeOrigin) + length) * 1e10 + cutOff) * 0 == 0 else {
      return unsafe locateAndWrite(A.axis, write, value, place, parent)
    }
    unsafe span.pointee.origin = origin
    unsafe span.pointee.length = length
    unsafe span.pointee.relativeOrigin = relativeOrigin
    if length == 0 { unsafe span.pointee.noteEmpty(after: write) }
    unsafe span.pointee.lastWrite = write
    if oldOrigin == oldOrigin {
      if unsafe span.pointee.followers != .none && origin != oldOrigin { moved(A.axis) }
    } else if unsafe parent.span(A.axis).pointee.followers == .none {
      unsafe parent.span(A.axis).pointee.followers = .some
    } else if unsafe parent.span(A.axis).pointee.followers == .listed {
      note(A.axis)
    }
  }

  @usableFromInline
  @inline(never)
  func locateAndWrite(
    _ axis: Axis,
    _ write: AxisSpan.Write,
    _ value: CGFloat,
    _ place: UnsafeMutablePointer<ViewSlot>,
    _ parent: UnsafeMutablePointer<ViewSlot>
  ) {
    // SAFETY: both are slots, as `write` says.
    let (span, parentSpan) = unsafe (place.span(axis), parent.span(axis))
    let isLocated =
      unsafe parentSpan.pointee.isKnown && (span.pointee.isKnown || !span.pointee.isPlaced)
    if isLocated { return reject(axis, write, value) }
    // If the parent has moved since the view was placed, the view keeps its current position, which can't be found out without the
    // parent's.
    if unsafe span.pointee.isPlaced, unsafe !span.pointee.isKnown {
      _ = unsafe locate(axis, place)
    }
    if unsafe !parentSpan.pointee.isKnown { _ = unsafe locate(axis, parent) }
    switch axis {
    case .horizontal: self.write(Horizontal.self, write, value)
    case .vertical: self.write(Vertical.self, write, value)
    }
  }

  @usableFromInline
  @inline(never)
  func locate(_ axis: Axis, _ view: UnsafeMutablePointer<ViewSlot>) -> CGFloat {
    // SAFETY: the view is one of the same storage's slots.
    storage.map { unsafe $0.locate(view - $0.slots, axis) } ?? .nan
  }

  @usableFromInline
  @inline(never)
  func note(_ axis: Axis) { storage?.note(Int(slot), axis) }

  @usableFromInline
  @inline(never)
  func moved(_ axis: Axis) { storage?.moved(Int(slot), axis) }

  @usableFromInline
  @inline(never)
  func reject(_ axis: Axis, _ write: AxisSpan.Write, _ value: CGFloat) {
    storage?.reject(Int(slot), write.property(axis), value)
  }

  /// The layout, while it exists.
  // SAFETY: see `place`; a header with a layout has one that is alive, because its `deinit` takes it out.
  var storage: LayoutStorage? { unsafe header.pointee.storage?.takeUnretainedValue() }
}

/// Lines to place a view at: those of its own layout, on the written axis.
extension PlasticView {
  /// The place of a line on an axis of the view's container; NaN, and a ``LayoutError`` at the layout's end, if it isn't one of that.
  @inlinable
  @inline(__always)
  func line<A: LayoutAxis>(_: A.Type, _ anchor: Anchor, for write: AxisSpan.Write) -> CGFloat {
    // SAFETY: headers are only compared.
    guard anchor.kind.axis == A.axis, unsafe anchor.view.header == header else {
      return reject(A.axis, anchor.kind, of: anchor.view, for: write)
    }
    return anchor.line
  }

  /// The right or the lower edge.
  @inlinable
  @inline(__always)
  func end<A: LayoutAxis>(_: A.Type) -> Anchor {
    Anchor(kind: A.axis == .horizontal ? .right : .bottom, view: self)
  }

  /// The distance between two lines on an axis.
  @inlinable
  @inline(__always)
  func distance<A: LayoutAxis>(_ axis: A.Type, from start: Anchor, to end: Anchor) -> CGFloat {
    line(axis, end, for: .end) - line(axis, start, for: .start)
  }

  @usableFromInline
  @inline(never)
  func reject(
    _ axis: Axis,
    _ kind: Anchor.Kind,
    of view: PlasticView,
    for write: AxisSpan.Write
  ) -> CGFloat {
    // A view of a layout that has ended stops the program here, as everywhere.
    _ = unsafe view.place
    storage?.reject(
      Int(slot),
      write.property(axis),
      anchor: "\(view.name).\(kind)",
      // SAFETY: headers are only compared.
      isOfOtherLayout: unsafe view.header != header
    )
    return .nan
  }

  /// The name of the view in messages.
  private var name: String { storage?.name(Int(slot)) ?? "" }
}
