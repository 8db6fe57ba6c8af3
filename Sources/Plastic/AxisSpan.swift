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

  /// In the container, as it was when it was written; before that it means nothing.
  @usableFromInline var origin: CGFloat
  /// Never negative.
  @usableFromInline var length: CGFloat
  /// The same origin in the space of the view's own parent, where the parent was when it was written.
  @usableFromInline var relativeOrigin: CGFloat
  /// What was written last; none, too, while it is the length alone.
  ///
  /// Such a view goes where its parent goes, and the next write does the same after a length as after nothing.
  @usableFromInline var lastWrite = Write.none

  @inlinable
  init(relativeOrigin: CGFloat, length: CGFloat) {
    self.origin = relativeOrigin
    self.length = length
    self.relativeOrigin = relativeOrigin
  }

  /// A span whose place is known, such as the container's.
  init(placedAt origin: CGFloat, length: CGFloat) {
    self.init(relativeOrigin: origin, length: length)
    lastWrite = .start
  }

  /// Whether something besides the length was written.
  @inlinable @inline(__always) var isPlaced: Bool { lastWrite != .none }
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
