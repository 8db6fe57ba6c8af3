/// The values of an ``Entities`` and what is known of their order and changes.
///
/// An id leads to a slot, a slot to a chunk, and in the chunk the slot is looked for: so what moves values, or splits
/// a chunk, changes no hash table. Chunks have keys, which stay, and an order.
///
/// Arrays are copied when they are changed while another table shares them; chunks are objects, so that two tables know which
/// ones they share, and their array has pages, so that to change one of them takes no reference to each other.
@usableFromInline
struct EntityTable<ID: Hashable & Sendable, Value: Sendable> {
  /// Where a value is: the key of its chunk, and the place in there.
  @usableFromInline typealias Place = (chunk: Int, offset: Int)
  @usableFromInline typealias Chunk = EntityChunk<ID, Value>
  @usableFromInline typealias Run = EntityRun<ID, Value>

  /// The slot of each id.
  @usableFromInline var slots: [ID: UInt32] = [:]
  /// The key of each slot's chunk.
  @usableFromInline var chunkOfSlot: ContiguousArray<UInt32> = []
  /// The slots that nobody has.
  @usableFromInline var freeSlots: ContiguousArray<UInt32> = []
  /// By key; that of a key that nobody has is empty.
  @usableFromInline var chunks = PagedArray<Chunk>()
  /// The counts of the chunks, by key: near to each other, for they are added up.
  @usableFromInline var counts: ContiguousArray<Int> = []
  @usableFromInline var freeKeys: ContiguousArray<UInt32> = []
  /// The keys of the chunks that aren't empty, in order.
  @usableFromInline var order: ContiguousArray<UInt32> = []
  /// How many values lie in the chunks.
  @usableFromInline var count = 0
  @usableFromInline var log: EntityLog<ID>
  /// The value that is being changed, until the change has ended: its old place, and the value by now.
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

  /// Where the value of a slot is.
  @inlinable
  func place(of slot: UInt32) -> Place {
    let key = Int(chunkOfSlot[Int(slot)])
    return (key, chunks[key].run.offset(of: slot))
  }

  /// Makes the table the only one that has a chunk, so that it can be changed.
  @inlinable
  mutating func makeUniqueChunk(_ key: Int) {
    if !isKnownUniquelyReferenced(&chunks[key]) { chunks[key] = chunks[key].copy() }
  }

  /// Takes note of a change, after which nothing else may.
  @inlinable
  mutating func note(_ kind: EntityChange<ID>.Kind, _ id: ID, _ slot: UInt32) {
    let mutation = nextMutation
    nextMutation += 1
    if nextMutation % MutationNumbers.blockSize == 0 { nextMutation = MutationNumbers.makeBlock() }
    log.append(EntityChange(id: id, kind: kind, slot: slot, mutation: mutation), values: count)
  }

  /// Makes the collection as it is one that nobody has seen.
  @inlinable
  mutating func forgetChanges() {
    let origin = MutationNumbers.makeBlock()
    log = EntityLog(origin: origin)
    nextMutation = origin + 1
  }
}
