public import Foundation

/// A view that is being laid out: a reference to its place in the container's storage.
///
/// Setting a property writes it there at once; on each axis the write before decides what it does (set
/// the left edge, then the right one, and the view is stretched between them; set the width, then the
/// right edge, and it is moved).
///
/// Isolation: of one thread, and useful only while its layout runs.
///
/// Source: SEMANTICS.md, P5 to P8 and P13.
@frozen
public struct PlasticView: Equatable {
  @usableFromInline let storage: LayoutStorage
  @usableFromInline let slot: Int32

  @inlinable
  init(storage: LayoutStorage, slot: Int32) {
    self.storage = storage
    self.slot = slot
  }

  /// Whether both are the same view of the same layout.
  @inlinable
  public static func == (left: PlasticView, right: PlasticView) -> Bool {
    left.slot == right.slot && left.storage === right.storage
  }

  @inlinable var index: Int { Int(slot) }
  // SAFETY: `slot` is one of the storage's slots: only `ViewsContainer` makes views.
  @inlinable var x: AxisSpan { unsafe storage.slots[index].x }
  // SAFETY: as in `x`.
  @inlinable var y: AxisSpan { unsafe storage.slots[index].y }

  /// The points that a value is in this view: 0 for what scales, and a ``LayoutError`` at the layout's
  /// end, if there is no reference size.
  @inlinable
  public func scaleValue(_ value: Value) -> CGFloat { storage.scale(value, in: index) }

  /// The left edge.
  @inlinable public var left: Anchor {
    get { Anchor(kind: .left, view: self) }
    nonmutating set { storage.writeX(index, .start, newValue.coordinate) }
  }

  /// The right edge.
  @inlinable public var right: Anchor {
    get { Anchor(kind: .right, view: self) }
    nonmutating set { storage.writeX(index, .end, newValue.coordinate) }
  }

  /// The middle between left and right.
  @inlinable public var centerX: Anchor {
    get { Anchor(kind: .centerX, view: self) }
    nonmutating set { storage.writeX(index, .center, newValue.coordinate) }
  }

  /// The width; never negative. What is read is the width in points, which never scales again.
  @inlinable public var width: Value {
    get { .fixed(x.length) }
    nonmutating set { storage.writeX(index, .length, scaleValue(newValue)) }
  }

  /// The upper edge.
  @inlinable public var top: Anchor {
    get { Anchor(kind: .top, view: self) }
    nonmutating set { storage.writeY(index, .start, newValue.coordinate) }
  }

  /// The lower edge.
  @inlinable public var bottom: Anchor {
    get { Anchor(kind: .bottom, view: self) }
    nonmutating set { storage.writeY(index, .end, newValue.coordinate) }
  }

  /// The middle between top and bottom.
  @inlinable public var centerY: Anchor {
    get { Anchor(kind: .centerY, view: self) }
    nonmutating set { storage.writeY(index, .center, newValue.coordinate) }
  }

  /// The height; never negative. What is read is the height in points, which never scales again.
  @inlinable public var height: Value {
    get { .fixed(y.length) }
    nonmutating set { storage.writeY(index, .length, scaleValue(newValue)) }
  }

  /// The width, then the height.
  @inlinable public var size: Size {
    get { Size(width: width, height: height) }
    nonmutating set {
      width = newValue.width
      height = newValue.height
    }
  }
}
