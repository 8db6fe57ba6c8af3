public import Foundation

/// Where a view is on one axis, and what was written there last.
///
/// A write decides what stays by the kind of the write just before on the same axis: after the right
/// edge, a new left edge moves the left edge alone; after anything else it moves the view.
///
/// Source: SEMANTICS.md, P5 and P6.
@frozen
@usableFromInline
struct AxisSpan: Sendable {
  /// What was written.
  @frozen
  @usableFromInline
  enum Write: UInt8, Sendable {
    case none
    case start
    case end
    case center
    case length
  }

  /// What is known of those that go where a view goes.
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

  /// In the container; NaN while it isn't known, because nobody has asked for it or the parent has moved.
  @usableFromInline var origin: CGFloat
  /// Never negative.
  @usableFromInline var length: CGFloat
  /// The origin in the view's own parent: it stays when the parent moves.
  @usableFromInline var relativeOrigin: CGFloat
  /// What was written last; none, too, while it is the length alone: the next write does the same after a
  /// length as after nothing.
  @usableFromInline var lastWrite = Write.none
  /// What is known of the views in this one whose origin is known and moves with it.
  @usableFromInline var followers = Following.none
  /// Whether a length of 0 was written, alone or as two lines.
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

  /// Whether something besides the length was written.
  @inlinable @inline(__always) var isPlaced: Bool { lastWrite != .none }
  /// Whether the length is one that somebody gave.
  var isSized: Bool { length > 0 || isWrittenEmpty }

  /// Notes that a write has made the length 0, or left it so.
  @inlinable
  @inline(__always)
  mutating func noteEmpty(after write: Write) {
    if write == .length || lastWrite != .none && lastWrite != .length && lastWrite != write {
      isWrittenEmpty = true
    }
  }

  /// Whether the origin is a number: NaN is the only thing that isn't itself.
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
