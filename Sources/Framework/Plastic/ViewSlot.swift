/// What is known of one view: one line of the processor's cache.
///
/// The views of a container are an array of these: the container's own first, then the declared ones
/// in their order.
@frozen
@usableFromInline
struct ViewSlot: Sendable {
  @usableFromInline var x: AxisSpan
  /// Whether the view has a reference size of its own, for what is in it.
  @usableFromInline var hasReference = false
  /// The slot of the view that this one is in; the container's is its own.
  @usableFromInline var parent: Int32
  @usableFromInline var y: AxisSpan
  /// The slot whose reference size scales what this view is given, 0 for the container's.
  ///
  /// Of a view without a key, which is never placed, the complement.
  @usableFromInline var scope: Int32

  @inlinable
  init(x: AxisSpan, y: AxisSpan, parent: Int32, scope: Int32, isKeyed: Bool) {
    self.x = x
    self.parent = parent
    self.y = y
    self.scope = isKeyed ? scope : ~scope
  }

  @inlinable var isKeyed: Bool { scope >= 0 }
}
