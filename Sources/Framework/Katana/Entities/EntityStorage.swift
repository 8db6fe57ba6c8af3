// Why a storage may be sent:
//
//  1. Only `Entities` refers to a storage, and never hands it out.
//  2. A storage is changed only in a mutating function, after `makeUnique()`: nobody else refers to it then, nor can begin to, because the
//     collection is being accessed exclusively.
//  3. So nobody reaches a storage while it is changed. Checking that at each access would take a third of an update's time, so the check
//     is off.
//  4. Any thread may read what nobody changes. Ids and values are Sendable.

import Synchronization

/// The one object of an ``Entities``; copies share it until one of them changes.
///
/// It has its table by address: a coroutine that gives access to a stored property is a call with an allocation of its own where it isn't
/// inlined, which is a quarter of an update.
@usableFromInline
@safe
final class EntityStorage<ID: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  @usableFromInline let memory: UnsafeMutablePointer<EntityTable<ID, Value>>

  @inlinable
  @inline(__always)
  var table: EntityTable<ID, Value> {
    // SAFETY, of both accessors: rule 3.
    unsafeAddress { unsafe UnsafePointer(memory) }
    unsafeMutableAddress { unsafe memory }
  }

  @inlinable
  init(_ table: consuming EntityTable<ID, Value> = EntityTable()) {
    unsafe memory = .allocate(capacity: 1)
    unsafe memory.initialize(to: table)
  }

  @inlinable
  deinit {
    unsafe memory.deinitialize(count: 1)
    unsafe memory.deallocate()
  }

  /// A copy that can change while the original stays.
  ///
  /// Complexity: O(1); later changes copy some pages of references, O(n / 1024).
  @inlinable
  @inline(never)
  func copy() -> EntityStorage {
    EntityStorage(EntityTable(copying: table))
  }
}

/// Provides numbers for changes, unique in the process and rising.
@usableFromInline
enum MutationNumbers {
  /// The size of a block of numbers.
  @inlinable @inline(__always) static var blockSize: UInt64 { 1 << 24 }

  private static let blocks = Atomic<UInt64>(1)

  /// The first number of an unused block.
  @usableFromInline
  static func makeBlock() -> UInt64 {
    // Relaxed: a thread that copies a collection sees the numbers in it, and one variable never goes back.
    blocks.wrappingAdd(1, ordering: .relaxed).oldValue * blockSize
  }
}
