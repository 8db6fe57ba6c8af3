public import Foundation

/// A line of a view at which others can be placed, such as its left edge, and a distance from it.
///
/// An anchor holds no number: its ``coordinate`` is the line's place when it is read.
///
/// Source: docs/semantics/layout.md, P4.
@frozen
public struct Anchor: Equatable {
  /// One of the lines of a view.
  @frozen
  public enum Kind: UInt8, Hashable, Sendable {
    /// The left edge.
    case left
    /// The right edge.
    case right
    /// The middle between left and right.
    case centerX
    /// The upper edge.
    case top
    /// The lower edge.
    case bottom
    /// The middle between top and bottom.
    case centerY

    /// The axis on which the line has a place.
    @inlinable @inline(__always) var axis: Axis {
      switch self {
      case .left, .right, .centerX: .horizontal
      case .top, .bottom, .centerY: .vertical
      }
    }
  }

  /// The line of the view.
  public let kind: Kind

  /// The view.
  public let view: PlasticView

  /// The distance from the line, scaled by the view's own reference size, or else the nearest one around it.
  public let offset: Value

  /// Makes an anchor of a view's line.
  @inlinable
  @inline(__always)
  public init(kind: Kind, view: PlasticView, offset: Value = .zero) {
    self.kind = kind
    self.view = view
    self.offset = offset
  }

  /// The current place of the line, in the space of the container's parent.
  ///
  /// Layouts are computed in the container, so no frame depends on the container's position.
  @inlinable
  @inline(__always)
  public var coordinate: CGFloat {
    // SAFETY: headers are never freed.
    switch kind.axis {
    case .horizontal: unsafe view.header.pointee.originX + line
    case .vertical: unsafe view.header.pointee.originY + line
    }
  }

  /// The current place of the line, in the container.
  @inlinable
  @inline(__always)
  var line: CGFloat {
    let (origin, length) =
      switch kind.axis {
      case .horizontal: view.bounds(Horizontal.self)
      case .vertical: view.bounds(Vertical.self)
      }
    let line =
      switch kind {
      case .left, .top: origin
      case .right, .bottom: origin + length
      case .centerX, .centerY: origin + length / 2
      }
    return line + view.scaleOffset(offset)
  }

  /// Whether both are the same line of the same view; the distance from it doesn't matter.
  @inlinable
  @inline(__always)
  public static func == (left: Anchor, right: Anchor) -> Bool {
    left.kind == right.kind && left.view == right.view
  }

  /// Moves the anchor to the right or down.
  @inlinable
  @inline(__always)
  public static func + (anchor: Anchor, distance: Value) -> Anchor {
    Anchor(kind: anchor.kind, view: anchor.view, offset: anchor.offset + distance)
  }

  /// Moves the anchor to the left or up.
  @inlinable
  @inline(__always)
  public static func - (anchor: Anchor, distance: Value) -> Anchor {
    Anchor(kind: anchor.kind, view: anchor.view, offset: anchor.offset - distance)
  }

  /// Moves the anchor to the right or down by a distance that scales.
  @_disfavoredOverload  // A literal can be a value too, and should be.
  @inlinable
  @inline(__always)
  public static func + (anchor: Anchor, distance: CGFloat) -> Anchor {
    anchor + .scalable(distance)
  }

  /// Moves the anchor to the left or up by a distance that scales.
  @_disfavoredOverload  // A literal can be a value too, and should be.
  @inlinable
  @inline(__always)
  public static func - (anchor: Anchor, distance: CGFloat) -> Anchor {
    anchor - .scalable(distance)
  }
}
