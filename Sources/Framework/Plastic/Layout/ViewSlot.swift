public import Foundation

/// One of the two directions in which views are placed.
@frozen
@usableFromInline
enum Axis: Sendable {
  case horizontal
  case vertical
}

/// An axis as a type, so that code for an axis is compiled once for each.
///
/// As an argument it cost a layout of nested views 2.4 % more instructions: not all writes of a large layout are inlined, and in the others
/// it was a variable.
@usableFromInline
protocol LayoutAxis {
  static var axis: Axis { get }
}

@frozen
@usableFromInline
enum Horizontal: LayoutAxis {
  @inlinable static var axis: Axis { .horizontal }
}

@frozen
@usableFromInline
enum Vertical: LayoutAxis {
  @inlinable static var axis: Axis { .vertical }
}

/// The place of a view on one axis, and the last write there.
///
/// The previous write on the same axis decides what a write keeps: after the right edge, a new left edge moves only the left edge; after
/// anything else it moves the view.
///
/// Source: docs/semantics/layout.md, P5, P6.
@frozen
@usableFromInline
struct AxisSpan: Sendable {
  @frozen
  @usableFromInline
  enum Write: UInt8, Sendable {
    case none
    case start
    case end
    case center
    case length

    /// The property that such a write sets, as messages call it.
    func property(_ axis: Axis) -> String {
      let names =
        axis == .horizontal
        ? ["none", "left", "right", "centerX", "width"]
        : ["none", "top", "bottom", "centerY", "height"]
      return names[Int(rawValue)]
    }
  }

  /// What is known of the views that move with a view.
  @frozen
  @usableFromInline
  enum Following: UInt8, Sendable {
    /// There are none.
    case none
    /// There may be some.
    case some
    /// If there are any, they are listed.
    case listed
  }

  /// In the container; NaN while it isn't known, because it wasn't read yet or the parent has moved.
  @usableFromInline var origin: CGFloat
  /// Never negative.
  @usableFromInline var length: CGFloat
  /// The origin in the view's own parent: it stays when the parent moves.
  @usableFromInline var relativeOrigin: CGFloat
  /// The last write; also `none` after only the length was written: the next write does the same as after nothing.
  @usableFromInline var lastWrite = Write.none
  /// What is known of the views in this one whose origin is known and moves with it.
  @usableFromInline var followers = Following.none
  /// Whether a length of 0 was written, directly or as two lines.
  @usableFromInline var isWrittenEmpty = false

  /// A span whose place is known only in the view's own parent.
  @inlinable
  init(relativeOrigin: CGFloat, length: CGFloat) {
    self.origin = .nan
    self.length = length
    self.relativeOrigin = relativeOrigin
  }

  /// A span whose place is known, such as the container's.
  init(placedAt origin: CGFloat, length: CGFloat) {
    self.init(relativeOrigin: origin, length: length)
    self.origin = origin
    lastWrite = .start
  }

  /// Whether anything but the length was written.
  @inlinable @inline(__always) var isPlaced: Bool { lastWrite != .none }
  /// Whether the length was set.
  var isSized: Bool { length > 0 || isWrittenEmpty }

  /// Records that a write has made the length 0, or left it so.
  @inlinable
  @inline(__always)
  mutating func noteEmpty(after write: Write) {
    if write == .length || lastWrite != .none && lastWrite != .length && lastWrite != write {
      isWrittenEmpty = true
    }
  }

  /// Whether the origin is a number: only NaN differs from itself.
  @inlinable @inline(__always) var isKnown: Bool { origin == origin }
  @inlinable @inline(__always) var end: CGFloat { origin + length }
  @inlinable @inline(__always) var center: CGFloat { origin + length / 2 }

  /// The origin and the length after a write.
  @inlinable
  @inline(__always)
  func written(_ write: Write, _ value: CGFloat) -> (origin: CGFloat, length: CGFloat) {
    switch write {
    case .start:
      let length =
        switch lastWrite {
        case .end: max(end - value, 0)
        case .center: max(2 * (center - value), 0)
        default: length
        }
      return (value, length)
    case .end:
      let length =
        switch lastWrite {
        case .start: max(value - origin, 0)
        case .center: max(2 * (value - center), 0)
        default: length
        }
      return (value - length, length)
    case .center:
      let length =
        switch lastWrite {
        case .start: max(2 * (value - origin), 0)
        case .end: max(2 * (end - value), 0)
        default: length
        }
      return (value - length / 2, length)
    case .length:
      let length = max(value, 0)
      let origin =
        switch lastWrite {
        case .end: end - length
        case .center: center - length / 2
        default: origin
        }
      return (origin, length)
    case .none:
      return (origin, length)
    }
  }
}

/// The state of one view: one cache line.
///
/// The views of a container are an array of these: the container's own first, then the declared ones in their order.
@frozen
@usableFromInline
struct ViewSlot: Sendable {
  @usableFromInline var x: AxisSpan
  /// Whether the view has its own reference size, for the views in it.
  @usableFromInline var hasReference = false
  /// The slot of the view that this one is in; the container's is its own.
  @usableFromInline var parent: Int32
  @usableFromInline var y: AxisSpan
  /// The slot whose reference size scales this view's values, 0 for the container's; flagged for a view without a key, which is never
  /// placed.
  @usableFromInline var scope: FlaggedSlot

  @inlinable
  init(x: AxisSpan, y: AxisSpan, parent: Int32, scope: FlaggedSlot) {
    self.x = x
    self.parent = parent
    self.y = y
    self.scope = scope
  }

  @inlinable var isKeyed: Bool { !scope.isFlagged }
}

/// A slot number and a flag, together in 32 bits: the number's complement if the flag is set.
@frozen
@usableFromInline
struct FlaggedSlot: Hashable, Sendable {
  @usableFromInline let bits: Int32

  @inlinable
  init(_ slot: Int32, isFlagged: Bool = false) { bits = isFlagged ? ~slot : slot }

  @inlinable var slot: Int32 { isFlagged ? ~bits : bits }
  @inlinable var isFlagged: Bool { bits < 0 }
}

extension UnsafeMutablePointer<ViewSlot> {
  /// The span of a view on one axis.
  // SAFETY: a slot begins with its horizontal span, followed in its stride by two other properties; then comes the vertical one:
  // `FollowingTests` checks this against the memory layout.
  @inlinable
  @inline(__always)
  func span(_ axis: Axis) -> UnsafeMutablePointer<AxisSpan> {
    unsafe (UnsafeMutableRawPointer(self)
      + (axis == .horizontal ? 0 : MemoryLayout<AxisSpan>.stride))
      .assumingMemoryBound(to: AxisSpan.self)
  }
}
