// Operations on items of unknown type aren't specialized, so there are as few as possible.
extension Dispatchable {
  /// Whether this is the type of the item.
  ///
  /// `type(of:)` and casts search tables, which takes longer than an update.
  @inlinable
  @inline(__always)
  func isOf(_ type: any Any.Type) -> Bool { Self.self == type }

  /// Copies the item into memory for one value of its type.
  @usableFromInline
  @inline(never)
  func copy(to memory: UnsafeMutableRawPointer) {
    // SAFETY: the caller provides the memory.
    unsafe memory.assumingMemoryBound(to: Self.self).initialize(to: self)
  }
}
