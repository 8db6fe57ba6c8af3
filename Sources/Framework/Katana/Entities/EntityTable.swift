/// The values of an ``Entities``, with their order and changes.
///
/// An id leads to a slot, a slot to a chunk and a place in it. So moving values or splitting a chunk changes no hash table. Chunks have
/// stable keys, and an order.
///
/// Arrays are copied when they change while another table shares them. The array of chunks has pages, so changing one chunk doesn't take a
/// reference to each other. Reading must not copy the table, which would take a reference to each of its arrays.
@usableFromInline
@safe struct EntityTable<ID: Hashable & Sendable, Value: Sendable>: ~Copyable {
  /// A value's place: the key of its chunk, and the offset in it.
  @usableFromInline typealias Place = (chunk: Int, offset: Int)
  @usableFromInline typealias Chunk = EntityChunk<ID, Value>
  /// The slot of a value that isn't in the table yet.
  @inlinable static var newSlot: UInt32 { .max }

  @usableFromInline var slots: [ID: UInt32] = [:]
  /// The place of each slot: the key of its chunk, times the chunk's capacity, and the offset in it.
  @usableFromInline var places: ContiguousArray<UInt32> = []
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
  /// The slot of the value that is being changed, or `newSlot`, and where the value lies.
  // SAFETY: only between `beginChange(of:)` and `endChange(of:)`.
  @usableFromInline var changing: (slot: UInt32, value: UnsafeMutablePointer<Value?>)?
  /// The number of the next change.
  @usableFromInline var nextMutation: UInt64

  @inlinable
  init() {
    let origin = MutationNumbers.makeBlock()
    log = EntityLog(origin: origin)
    nextMutation = origin + 1
  }

  /// A table of the same values, which changes with numbers of its own.
  @inlinable
  init(copying other: borrowing EntityTable) {
    slots = other.slots
    places = other.places
    freeSlots = other.freeSlots
    chunks = other.chunks
    counts = other.counts
    freeKeys = other.freeKeys
    order = other.order
    count = other.count
    log = other.log
    nextMutation = MutationNumbers.makeBlock()
  }

  @inlinable
  @inline(__always)
  func place(of slot: UInt32) -> Place {
    let (chunk, offset) = places[Int(slot)].quotientAndRemainder(
      dividingBy: UInt32(Chunk.capacity)
    )
    return (Int(chunk), Int(offset))
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
