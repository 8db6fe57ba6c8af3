public import Synchronization

/// The orders in which the views of a layout, and then its frames, are looked up by their keys.
///
/// Layouts run repeatedly, and look the same views up in the same order, mostly that of the declarations. Comparing a key with the
/// predicted one takes a fifth of hashing it. So a view costs one comparison if the guess is right, plus a hash look-up if it is wrong.
@usableFromInline
@safe final class LookUpOrders<Key: Hashable & Sendable>: Sendable {
  // SAFETY: there are two places for each slot from `init` to `deinit`.

  private let content: HierarchyContent<Key>
  private nonisolated(unsafe) let places: UnsafeMutablePointer<Atomic<Int32>>

  /// The orders of the declarations; `nil` if keys aren't found by their hash.
  ///
  /// Not a failable initializer: that would allocate the object's memory and free it at once.
  static func ofDeclarations(_ content: HierarchyContent<Key>) -> LookUpOrders? {
    content.table.byHash.isEmpty ? nil : LookUpOrders(content)
  }

  private init(_ content: HierarchyContent<Key>) {
    self.content = content
    let count = 2 * content.slots.count
    unsafe places = .allocate(capacity: count)
    for place in 0..<count { unsafe (places + place).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe places.deinitialize(count: 2 * content.slots.count)
    unsafe places.deallocate()
  }

  /// The order of view look-ups.
  var ofViews: LookUpOrder<Key> { unsafe LookUpOrder(content, places) }

  /// The order of frame look-ups.
  var ofFrames: LookUpOrder<Key> { unsafe LookUpOrder(content, places + content.slots.count) }
}

/// The order in which views are looked up by their keys: which one followed which the last time.
///
/// Any thread may use it: what others write only makes the guess worse.
///
/// Shape: places in the memory of a ``LookUpOrders`` and of a hierarchy, which its holder keeps alive. Counting references to them would
/// take longer than a guess.
@frozen
@usableFromInline
@safe struct LookUpOrder<Key: Hashable & Sendable>: Sendable {
  // SAFETY: see above; there are `count` keys and one more follower, and all recorded values are slots.

  /// The keys of the declarations; `nil` to guess nothing.
  @usableFromInline nonisolated(unsafe) let keys: UnsafePointer<Key?>?
  /// The slot that was found last, and then for each slot of a view the one that came after it, or 0 for the next one.
  @usableFromInline nonisolated(unsafe) let followers: UnsafeMutablePointer<Atomic<Int32>>?
  @usableFromInline let count: Int

  /// Guesses nothing.
  init() {
    unsafe keys = nil
    unsafe followers = nil
    count = 0
  }

  init(_ content: HierarchyContent<Key>, _ followers: UnsafeMutablePointer<Atomic<Int32>>) {
    // SAFETY: an array that nobody changes stays where it is, and the content keeps it.
    unsafe keys = content.declared.keys.withUnsafeBufferPointer { $0.baseAddress }
    unsafe self.followers = followers
    count = content.declared.keys.count
  }

  /// The slot of a key in the hierarchy of the layout, or `nil`.
  @inlinable
  @inline(__always)
  func slot(of key: Key, in content: HierarchyContent<Key>) -> Int32? {
    guard let keys = unsafe keys, let followers = unsafe followers else {
      return content.table.slot(of: key)
    }
    let guess = unsafe guess(followers)
    guard guess <= count, unsafe Self.hasSameBytes(keys + guess - 1, key) else {
      return search(key, in: content)
    }
    unsafe followers[0].store(Int32(truncatingIfNeeded: guess), ordering: .relaxed)
    return Int32(truncatingIfNeeded: guess)
  }

  /// The slot that came after the last one; after the last of all, one that doesn't exist.
  @inlinable
  @inline(__always)
  func guess(_ followers: UnsafeMutablePointer<Atomic<Int32>>) -> Int {
    let before = unsafe Int(followers[0].load(ordering: .relaxed))
    // Before the first, both are 0.
    let noted = unsafe followers[before].load(ordering: .relaxed)
    return noted == 0 ? before + 1 : Int(noted)
  }

  /// Whether a key has the bytes of the one at a place, as a copy of it does.
  ///
  /// Values with the same bytes are the same value, and `==` must not distinguish them. `==` finds other equal values, such as a text in
  /// other memory. This saves its call, or two calls and a copy.
  @inlinable
  @inline(__always)
  static func hasSameBytes(_ place: UnsafePointer<Key?>, _ key: Key) -> Bool {
    let size = MemoryLayout<Key?>.size
    // SAFETY: all loads are within the size.
    return unsafe withUnsafeBytes(of: Optional(key)) { bytes in
      let known = unsafe UnsafeRawPointer(place)
      // No branch per word: padding between properties may be anything.
      var difference: UInt64 = 0
      var offset = 0
      while offset + 8 <= size {
        unsafe difference |=
          bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          ^ known.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        offset += 8
      }
      while offset < size {
        unsafe difference |= UInt64(
          bytes[offset] ^ known.load(fromByteOffset: offset, as: UInt8.self)
        )
        offset += 1
      }
      return difference == 0
    }
  }

  /// Finds a key that doesn't have the bytes of the guess.
  @inlinable
  @inline(never)
  func search(_ key: Key, in content: HierarchyContent<Key>) -> Int32? {
    guard let followers = unsafe followers else { return nil }
    let guess = unsafe guess(followers)
    if guess <= count, content.declared.keys[guess - 1] == key {
      unsafe followers[0].store(Int32(truncatingIfNeeded: guess), ordering: .relaxed)
      return Int32(truncatingIfNeeded: guess)
    }
    guard let found = content.table.byHash[key] else { return nil }
    let before = unsafe Int(followers[0].load(ordering: .relaxed))
    if before > 0 { unsafe followers[before].store(found, ordering: .relaxed) }
    unsafe followers[0].store(found, ordering: .relaxed)
    return found
  }
}

extension LookUpOrder where Key: IndexedKey {
  /// The slot of an indexed key, or `nil`.
  @inlinable
  @inline(__always)
  func slot(ofIndexed key: Key, in content: HierarchyContent<Key>) -> Int32? {
    unsafe keys == nil ? content.table.slot(at: key.layoutIndex) : slot(of: key, in: content)
  }
}
