/// The values of an ``Entities``, with their order and changes.
///
/// An id leads to a slot, a slot to a chunk; within the chunk the slot is searched for. So moving values or splitting a chunk changes no
/// hash table. Chunks have stable keys, and an order.
///
/// Arrays are copied when they change while another table shares them. Chunks are objects, so two tables know which ones they share. The
/// array of chunks has pages, so changing one chunk doesn't take a reference to each other.
@usableFromInline
struct EntityTable<ID: Hashable & Sendable, Value: Sendable> {
  /// A value's place: the key of its chunk, and the offset in it.
  @usableFromInline typealias Place = (chunk: Int, offset: Int)
  @usableFromInline typealias Chunk = EntityChunk<ID, Value>
  @usableFromInline typealias Run = EntityRun<ID, Value>

  @usableFromInline var slots: [ID: UInt32] = [:]
  /// The key of each slot's chunk.
  @usableFromInline var chunkOfSlot: ContiguousArray<UInt32> = []
  @usableFromInline var freeSlots: ContiguousArray<UInt32> = []
  /// By key; empty at unused keys.
  @usableFromInline var chunks = PagedArray<Chunk>()
  /// The counts of the chunks, by key; close together because they are summed up.
  @usableFromInline var counts: ContiguousArray<Int> = []
  @usableFromInline var freeKeys: ContiguousArray<UInt32> = []
  /// The keys of the chunks that aren't empty, in order.
  @usableFromInline var order: ContiguousArray<UInt32> = []
  /// The number of values in the chunks.
  @usableFromInline var count = 0
  @usableFromInline var log: EntityLog<ID>
  /// The value that is being changed, until the change ends: its old place, and its current value.
  @usableFromInline var changing: (id: ID?, slot: UInt32, place: Place?, value: Value?) = (
    nil, 0, nil, nil
  )
  /// The number of the next change.
  @usableFromInline var nextMutation: UInt64

  @inlinable
  init() {
    let origin = MutationNumbers.makeBlock()
    log = EntityLog(origin: origin)
    nextMutation = origin + 1
  }

  @inlinable
  func place(of slot: UInt32) -> Place {
    let key = Int(chunkOfSlot[Int(slot)])
    return (key, chunks[key].run.offset(of: slot))
  }

  /// Makes the table the only owner of a chunk, so that it can be changed.
  @inlinable
  mutating func makeUniqueChunk(_ key: Int) {
    if !isKnownUniquelyReferenced(&chunks[key]) { chunks[key] = chunks[key].copy() }
  }

  /// Records a change, as the last step of it.
  @inlinable
  mutating func note(_ kind: EntityChange<ID>.Kind, _ id: ID, _ slot: UInt32) {
    let mutation = nextMutation
    nextMutation += 1
    if nextMutation % MutationNumbers.blockSize == 0 { nextMutation = MutationNumbers.makeBlock() }
    log.append(EntityChange(id: id, kind: kind, slot: slot, mutation: mutation), values: count)
  }

  /// Starts a new log, as of a collection that nobody has seen.
  @inlinable
  mutating func forgetChanges() {
    let origin = MutationNumbers.makeBlock()
    log = EntityLog(origin: origin)
    nextMutation = origin + 1
  }
}
