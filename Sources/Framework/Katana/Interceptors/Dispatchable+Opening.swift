// What is done with an item whose type isn't known is not specialized; so it is as little as possible.
extension Dispatchable {
  /// Whether this is the type of the item.
  ///
  /// `type(of:)` and casts look for that in tables, which takes longer than an update.
  @inlinable
  @inline(__always)
  func isOf(_ type: any Any.Type) -> Bool { Self.self == type }

  /// Puts a copy of the item into memory for one of its type.
  @usableFromInline
  @inline(never)
  func copy(to memory: UnsafeMutableRawPointer) {
    // SAFETY: the caller has the memory.
    unsafe memory.assumingMemoryBound(to: Self.self).initialize(to: self)
  }
}
