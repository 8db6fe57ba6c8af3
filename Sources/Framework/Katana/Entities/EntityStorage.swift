// Why a storage may be sent:
//
//  1. Only `Entities` refers to a storage, and never hands it out.
//  2. A storage is changed only in a mutating function, after `makeUnique()`: nobody else refers to it then, nor can
//     begin to, because the collection is being accessed exclusively.
//  3. A chunk is changed only after `makeUniqueChunk(_:)`: no other table refers to it then.
//  4. So nobody gets at a storage or a chunk while it is changed. To look whether somebody does, at each access, would
//     take a third of the time of an update, and is left out.
//  5. What nobody changes is read from any thread. Ids and values are Sendable.

import Synchronization

/// The one object of an ``Entities``, whose copies share it until one of them changes.
@usableFromInline
final class EntityStorage<ID: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var held: EntityTable<ID, Value>

  @inlinable
  @inline(__always)
  var table: EntityTable<ID, Value> {
    // SAFETY: of both: rule 4.
    _read { yield unsafe held }
    _modify { yield unsafe &held }
  }

  @inlinable
  init(_ table: EntityTable<ID, Value> = EntityTable()) { unsafe held = table }

  /// One that can be changed while the other stays.
  ///
  /// Complexity: O(1); what is changed in it after copies some pages of references, O(n / 1024).
  @inlinable
  @inline(never)
  func copy() -> EntityStorage {
    var table = table
    // The other one goes on with its own numbers.
    table.nextMutation = MutationNumbers.makeBlock()
    return EntityStorage(table)
  }
}

/// Gives out numbers for changes that no other change of the process has, and that rise from each to those after it.
@usableFromInline
enum MutationNumbers {
  /// How many numbers of one block there are.
  @usableFromInline static var blockSize: UInt64 { 1 << 24 }

  private static let blocks = Atomic<UInt64>(1)

  /// The first number of a block that nobody has.
  @usableFromInline
  static func makeBlock() -> UInt64 {
    // Relaxed: whoever copies a collection sees the numbers in it, and one variable never goes back.
    blocks.wrappingAdd(1, ordering: .relaxed).oldValue * blockSize
  }
}
