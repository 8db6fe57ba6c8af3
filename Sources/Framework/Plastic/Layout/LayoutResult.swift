public import Foundation

/// The frames from a layout.
public struct LayoutResult<Key: Hashable & Sendable>: Sendable {
  /// The views.
  public let hierarchy: ViewHierarchy<Key>

  /// Each view's frame in its own parent, in the order of the declarations; views without a key stay where they were.
  public let frames: [CGRect]

  /// The size of the container.
  public let size: CGSize

  /// The order in which the layout's frames are read by their keys.
  @usableFromInline let readings: LookUpOrder<Key>
  /// Keeps the memory of `readings` alive.
  @usableFromInline let orders: LookUpOrders<Key>?

  init(
    hierarchy: ViewHierarchy<Key>,
    frames: [CGRect],
    size: CGSize,
    orders: LookUpOrders<Key>? = nil
  ) {
    self.hierarchy = hierarchy
    self.frames = frames
    self.size = size
    self.orders = orders
    readings = orders?.ofFrames ?? LookUpOrder()
  }

  /// The frame of the view with a key, in its own parent, or `nil`.
  ///
  /// Complexity: a comparison of keys if frames are read in the order of the last time, else as for the subscripts of ``ViewsContainer``.
  @inlinable
  @inline(__always)
  public subscript(key: Key) -> CGRect? {
    // Kept until the order has been read.
    defer { withExtendedLifetime(orders) {} }
    return readings.slot(of: key, in: hierarchy.content).map { frames[Int($0) - 1] }
  }

  /// Each view's frame in the container, in the order of the declarations.
  ///
  /// Complexity: O(n) for `n` views.
  public var absoluteFrames: [CGRect] {
    let content = hierarchy.content
    var absolute = frames
    for place in frames.indices {
      let index = content.order.isEmpty ? place : Int(content.order[place]) - 1
      let parent = Int(content.slots[index + 1].parent)
      guard parent > 0 else { continue }
      absolute[index].origin.x += absolute[parent - 1].origin.x
      absolute[index].origin.y += absolute[parent - 1].origin.y
    }
    return absolute
  }
}

extension LayoutResult where Key: IndexedKey {
  /// The frame of the view with a key, in its own parent, or `nil`.
  ///
  /// Complexity: an array access if the indices are dense; else as for other keys.
  @inlinable
  @inline(__always)
  public subscript(key: Key) -> CGRect? {
    // As above.
    defer { withExtendedLifetime(orders) {} }
    return readings.slot(ofIndexed: key, in: hierarchy.content).map { frames[Int($0) - 1] }
  }
}
