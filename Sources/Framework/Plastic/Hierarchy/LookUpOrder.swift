public import Synchronization

/// The order in which views are looked up by their keys: which was looked up after which the last time.
///
/// Layouts run again and again, and look the same views up in the same order, mostly that of the
/// declarations. Comparing a key with the one that comes next takes a fifth of hashing it. So a view costs one
/// comparison where the guess is right, and a hash look-up besides where it is not.
///
/// Any thread may use it: what others have noted makes the guess a worse one and no more.
@usableFromInline
@safe final class LookUpOrder<Key: Hashable & Sendable>: Sendable {
  // SAFETY: there are as many followers as slots from `init` to `deinit`, and what is noted are slots.

  /// Here and not one reference further, as is all that a guess needs: counting references takes longer.
  @usableFromInline let keys: [Key?]
  @usableFromInline let content: HierarchyContent<Key>
  @usableFromInline let last = Atomic<Int32>(0)
  /// For each slot the one that came after it, and 0 for the next one.
  @usableFromInline nonisolated(unsafe) let followers: UnsafeMutablePointer<Atomic<Int32>>

  /// The order of the declarations; `nil` where keys aren't found by their hash.
  ///
  /// No initializer that fails: that one takes the object's memory and gives it back at once.
  static func ofDeclarations(_ content: HierarchyContent<Key>) -> LookUpOrder? {
    content.table.byHash.isEmpty ? nil : LookUpOrder(content)
  }

  private init(_ content: HierarchyContent<Key>) {
    self.content = content
    keys = content.declared.keys
    unsafe followers = .allocate(capacity: content.slots.count)
    for slot in content.slots.indices { unsafe (followers + slot).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe followers.deinitialize(count: content.slots.count)
    unsafe followers.deallocate()
  }

  /// The slot of a key, or `nil`.
  @inlinable
  @inline(__always)
  func slot(of key: Key) -> Int32? {
    let before = last.load(ordering: .relaxed)
    let noted = unsafe followers[Int(before)].load(ordering: .relaxed)
    let guess = noted == 0 ? Int(before) + 1 : Int(noted)
    guard guess <= keys.count, keys[guess - 1] == key else { return search(key, after: before) }
    last.store(Int32(truncatingIfNeeded: guess), ordering: .relaxed)
    return Int32(truncatingIfNeeded: guess)
  }

  @inlinable
  @inline(never)
  func search(_ key: Key, after before: Int32) -> Int32? {
    guard let found = content.table.byHash[key] else { return nil }
    unsafe followers[Int(before)].store(found, ordering: .relaxed)
    last.store(found, ordering: .relaxed)
    return found
  }
}
