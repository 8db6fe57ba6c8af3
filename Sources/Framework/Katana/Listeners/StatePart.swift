/// A part of the state that listeners read: read and compared once per update for all of them.
@usableFromInline
@safe final class StatePart<S: State, Value: Equatable & Sendable>: Sendable {
  // SAFETY, for all of it: the reading exists from `init` to `deinit`, and only the owner of the store touches it (StoreOwnership, rule 1).

  @usableFromInline
  struct Reading {
    /// The part as last read.
    @usableFromInline var value: Value?
    /// The number of the update after which it was read; 0 for none.
    @usableFromInline var version: UInt64 = 0
    /// How often it differed from before, the first time included.
    @usableFromInline var changeCount: UInt64 = 0

    @inlinable
    init() {}
  }

  @usableFromInline let keyPath: any KeyPath<S, Value> & Sendable

  /// The part's offset in the state; -1 if the key path is more than an offset.
  ///
  /// Reading at an offset takes a tenth of the time of following a key path.
  @usableFromInline let offset: Int
  @usableFromInline nonisolated(unsafe) let reading: UnsafeMutablePointer<Reading>

  init(at keyPath: any KeyPath<S, Value> & Sendable) {
    self.keyPath = keyPath
    offset = MemoryLayout<S>.offset(of: keyPath) ?? -1
    unsafe reading = .allocate(capacity: 1)
    unsafe reading.initialize(to: Reading())
  }

  deinit {
    unsafe reading.deinitialize(count: 1)
    unsafe reading.deallocate()
  }

  /// How often the part has changed, this update included.
  @inlinable
  @inline(__always)
  func changeCount(in state: UnsafePointer<S>, version: UInt64) -> UInt64 {
    if unsafe reading.pointee.version != version { unsafe read(state, version: version) }
    return unsafe reading.pointee.changeCount
  }

  /// The part, once `changeCount(in:version:)` has been asked for.
  @inlinable var value: Value? { unsafe reading.pointee.value }

  @inlinable
  func read(_ state: UnsafePointer<S>, version: UInt64) {
    unsafe reading.pointee.version = version
    if offset >= 0 {
      // SAFETY: a value of this type is there, as the key path says.
      let part = unsafe (UnsafeRawPointer(state) + offset).assumingMemoryBound(to: Value.self)
      if unsafe reading.pointee.value != part.pointee { unsafe note(part.pointee) }
    } else {
      let part = unsafe state.pointee[keyPath: keyPath]
      if unsafe reading.pointee.value != part { note(part) }
    }
  }

  @inlinable
  @inline(never)
  func note(_ new: Value) {
    // The old value goes away when the new one is there: its parts may do anything then.
    let old = unsafe reading.pointee.value
    unsafe reading.pointee.value = new
    unsafe reading.pointee.changeCount += 1
    withExtendedLifetime(old) {}
  }
}
