import Synchronization

// Why it may be sent:
//
//  1. Only `Entities` refers to a storage, and never hands it out.
//  2. A storage is changed only in a mutating function, after `makeUnique()`: nobody else refers to it then, nor can
//     begin to, because the collection is being accessed exclusively.
//  3. A chunk is changed only after `uniqueChunk(_:)`: no other storage refers to it then.
//  4. What nobody changes is read from any thread. Ids and values are Sendable.

/// The values of an ``Entities`` and what is known of their order and changes.
///
/// An id leads to a slot, a slot to a chunk, and in the chunk the slot is looked for: so what moves values, or splits
/// a chunk, changes no hash table. Chunks have keys, which stay, and an order.
@usableFromInline
final class EntityStorage<ID: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  /// Where a value is: the key of its chunk, and the place in there.
  @usableFromInline typealias Place = (chunk: Int, offset: Int)
  @usableFromInline typealias Chunk = EntityChunk<ID, Value>

  /// The slot of each id.
  @usableFromInline var slots: [ID: UInt32] = [:]
  /// The key of each slot's chunk.
  @usableFromInline var chunkOfSlot: ContiguousArray<UInt32> = []
  /// The slots that nobody has.
  @usableFromInline var freeSlots: ContiguousArray<UInt32> = []
  /// By key; that of a key that nobody has is empty.
  @usableFromInline var chunks: ContiguousArray<Chunk> = []
  /// The counts of the chunks, by key: near to each other, for they are added up.
  @usableFromInline var counts: ContiguousArray<Int> = []
  @usableFromInline var freeKeys: ContiguousArray<UInt32> = []
  /// The keys of the chunks that aren't empty, in order.
  @usableFromInline var order: ContiguousArray<UInt32> = []
  /// How many values lie in the chunks.
  @usableFromInline var count = 0
  @usableFromInline var log: EntityLog<ID>
  /// The number of the next change.
  @usableFromInline var nextMutation: UInt64

  @usableFromInline
  init() {
    let origin = MutationNumbers.makeBlock()
    log = EntityLog(origin: origin)
    nextMutation = origin + 1
  }

  private init(_ other: EntityStorage) {
    slots = other.slots
    chunkOfSlot = other.chunkOfSlot
    freeSlots = other.freeSlots
    chunks = other.chunks
    counts = other.counts
    freeKeys = other.freeKeys
    order = other.order
    count = other.count
    log = other.log
    // The other one goes on with its own numbers.
    nextMutation = MutationNumbers.makeBlock()
  }

  /// One that can be changed while the other stays.
  ///
  /// Complexity: O(n / 128).
  @usableFromInline
  @inline(never)
  func copy() -> EntityStorage { EntityStorage(self) }

  /// Where the value of a slot is.
  @inlinable
  func place(of slot: UInt32) -> Place {
    let key = Int(chunkOfSlot[Int(slot)])
    return (key, chunks[key].offset(of: slot))
  }

  /// The chunk with a key, for a change; the caller must not hold it already.
  @inlinable
  func uniqueChunk(_ key: Int) -> Chunk {
    if !isKnownUniquelyReferenced(&chunks[key]) { chunks[key] = chunks[key].copy() }
    return chunks[key]
  }

  /// Takes note of a change, after which nothing else may.
  @inlinable
  func note(_ kind: EntityChange<ID>.Kind, _ id: ID) {
    let mutation = nextMutation
    nextMutation += 1
    if nextMutation % MutationNumbers.blockSize == 0 { nextMutation = MutationNumbers.makeBlock() }
    log.append(EntityChange(id: id, kind: kind, mutation: mutation), values: count)
  }

  /// Makes the collection as it is one that nobody has seen.
  @inlinable
  func forgetChanges() {
    let origin = MutationNumbers.makeBlock()
    log = EntityLog(origin: origin)
    nextMutation = origin + 1
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
