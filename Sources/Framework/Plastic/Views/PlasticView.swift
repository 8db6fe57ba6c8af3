/// A view that is being laid out: a reference to its place in the container's storage.
///
/// Setting a property writes it there at once. On each axis the previous write decides the effect: after the left edge, setting the right
/// one stretches the view between them; after the width, setting the right edge moves it.
///
/// Complexity: reads and writes are O(1) each, if nothing moves after views in it were placed or read. The views in one that moves are
/// located again when they are read: all of them together in O(n) for `n` views, but alternating moves and reads are O(d) each time, for a
/// view `d` deep in the moving one.
///
/// Isolation: one thread, and only while its layout runs; using it afterwards stops the program.
///
/// Source: docs/semantics/layout.md, P5, P6, P7, P8, P13.
@frozen
@safe public struct PlasticView: Equatable {
  // SAFETY: headers are never freed, and each access checks the memory they point to: see `place`.
  @usableFromInline let header: UnsafeMutablePointer<LayoutHeader>
  @usableFromInline let slot: Int32
  @usableFromInline let run: UInt32

  @inlinable
  @inline(__always)
  init(header: UnsafeMutablePointer<LayoutHeader>, slot: Int32, run: UInt32) {
    unsafe self.header = header
    self.slot = slot
    self.run = run
  }

  /// Whether both are the same view of the same layout.
  @inlinable
  @inline(__always)
  public static func == (left: PlasticView, right: PlasticView) -> Bool {
    unsafe left.slot == right.slot && left.header == right.header && left.run == right.run
  }

  /// The left edge.
  @inlinable @inline(__always) public var left: Anchor {
    get { Anchor(kind: .left, view: self) }
    nonmutating set { write(Horizontal.self, .start, line(Horizontal.self, newValue, for: .start)) }
  }

  /// The right edge.
  @inlinable @inline(__always) public var right: Anchor {
    get { Anchor(kind: .right, view: self) }
    nonmutating set { write(Horizontal.self, .end, line(Horizontal.self, newValue, for: .end)) }
  }

  /// The middle between left and right.
  @inlinable @inline(__always) public var centerX: Anchor {
    get { Anchor(kind: .centerX, view: self) }
    nonmutating set {
      write(Horizontal.self, .center, line(Horizontal.self, newValue, for: .center))
    }
  }

  /// The width; reading it returns points that aren't negative and don't scale.
  @inlinable @inline(__always) public var width: Value {
    get { .fixed(length(Horizontal.self)) }
    nonmutating set { write(Horizontal.self, .length, scaleValue(newValue)) }
  }

  /// The upper edge.
  @inlinable @inline(__always) public var top: Anchor {
    get { Anchor(kind: .top, view: self) }
    nonmutating set { write(Vertical.self, .start, line(Vertical.self, newValue, for: .start)) }
  }

  /// The lower edge.
  @inlinable @inline(__always) public var bottom: Anchor {
    get { Anchor(kind: .bottom, view: self) }
    nonmutating set { write(Vertical.self, .end, line(Vertical.self, newValue, for: .end)) }
  }

  /// The middle between top and bottom.
  @inlinable @inline(__always) public var centerY: Anchor {
    get { Anchor(kind: .centerY, view: self) }
    nonmutating set { write(Vertical.self, .center, line(Vertical.self, newValue, for: .center)) }
  }

  /// The height; reading it returns points that aren't negative and don't scale.
  @inlinable @inline(__always) public var height: Value {
    get { .fixed(length(Vertical.self)) }
    nonmutating set { write(Vertical.self, .length, scaleValue(newValue)) }
  }

  /// The width, then the height.
  @inlinable @inline(__always) public var size: Size {
    get { Size(width: width, height: height) }
    nonmutating set {
      width = newValue.width
      height = newValue.height
    }
  }
}
