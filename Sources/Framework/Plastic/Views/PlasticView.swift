/// A view that is being laid out: a reference to its place in the container's storage.
///
/// Setting a property writes it there at once; on each axis the write before decides what it does (set
/// the left edge, then the right one, and the view is stretched between them; set the width, then the
/// right edge, and it is moved).
///
/// Complexity: reads and writes are a constant each, where nothing moves after views in it were placed or read. What
/// is in a view that moves is looked for again when it is read: all of it together in O(n) for `n` views, but a move
/// and a read in turn in O(d) each time, for a view `d` deep in the one that moves.
///
/// Isolation: of one thread, and only while its layout runs: used after it, the program stops.
///
/// Source: docs/semantics/layout.md, P5, P6, P7, P8, P13.
@frozen
@safe public struct PlasticView: Equatable {
  // SAFETY: headers are never freed, and what they lead to is checked at each access: see `place`.
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

  /// The width; what is read is in points, not negative, and never scales again.
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

  /// The height; what is read is in points, not negative, and never scales again.
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
