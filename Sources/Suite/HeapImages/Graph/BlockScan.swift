import ProcessLaunching

/// Finds the types and the references of blocks, one after the other, in what is read of them.
struct BlockScan {
  let image: ProcessImage
  let heapTypes: HeapTypes
  var edgeCount = 0
  var insideWords = 0
  var sideTables: [(object: Int, entry: Int)] = []
  /// The numbers of references that don't keep a living target.
  var unowned: [Int] = []
  private var type: HeapType
  // What the loop over words needs of the type.
  private var isSwift = false
  private var isPlain = true
  private var isUnnamed = true
  private var holdsNothing = false
  private var hasOwnership = false
  private var isTable = false
  private var fields = 0
  private var tail = HeapType.TailPlaces()
  /// The words that are in use; what is behind them was left over.
  private var used = Int.max
  /// For each bucket of a dictionary or set, whether something is in it.
  private var occupied: [UInt64] = []

  init(image: ProcessImage, heapTypes: HeapTypes) {
    self.image = image
    self.heapTypes = heapTypes
    type = heapTypes.all[0]
  }

  /// Finds the type of a block, of which so many words are in the buffer.
  mutating func begin(
    _ block: Int,
    _ item: HeapBlock,
    _ first: Int,
    _ count: Int,
    _ index: borrowing BlockIndex,
    _ table: borrowing HeapTable,
    _ buffer: borrowing FlatArray<UInt64>,
    _ types: borrowing FlatArray<UInt32>
  ) {
    let word = count > 0 ? buffer[first] : 0
    let second = count > 1 ? buffer[first &+ 1] : 0
    let number = heapTypes.type(
      first: word,
      second: second,
      size: item.size,
      stack: item.stack
    ) { Self.mayBeMetadata($0, image, index, table) }
    types[block] = UInt32(truncatingIfNeeded: number)
    type = heapTypes.all[number]
    isSwift = type.isSwift
    isUnnamed = type.kind == .plain
    isPlain = isUnnamed || type.kind == .cxx
    holdsNothing = type.holdsNothing
    hasOwnership = !type.ownership.isEmpty || !type.elementOwnership.isEmpty
    fields = type.fieldWords
    tail = type.tailPlaces
    isTable = type.kind == .dictionary || type.kind == .set
    used = Int.max
    if count > 7, isTable || type.kind == .array || type.kind == .taskMemory {
      setUsed(item, first, count, buffer)
    }
    // Both bits: a side table, whose address is shifted by 3.
    if isSwift, second >> 62 == 3 {
      let entry = index.block(at: second << 3 & 0xFFFF_FFFF_FFFF, table.blocks)
      if entry >= 0 { sideTables.append((block, entry)) }
    }
  }

  /// Reads how much of an array, a table or a task's memory is in use.
  ///
  /// Source: stdlib/public/core/ContiguousArrayBuffer.swift, DictionaryStorage.swift and stdlib/public/Concurrency/TaskAlloc.cpp of
  /// swiftlang/swift.
  private mutating func setUsed(
    _ item: HeapBlock,
    _ first: Int,
    _ count: Int,
    _ buffer: borrowing FlatArray<UInt64>
  ) {
    switch type.kind {
    case .array where tail.start < Int.max:
      let elements = Int(truncatingIfNeeded: buffer[first &+ 2] & 0xFFFF_FFFF_FFFF)
      used = (tail.start &+ elements &* tail.stride &+ 7) >> 3
    case .taskMemory: used = Int(truncatingIfNeeded: buffer[first &+ 2] >> 32) >> 3 &+ 3
    default:
      // Keys and values begin where the table says, which has a bit for each bucket before them.
      guard tail.isTable else { return }
      tail.start = Int(truncatingIfNeeded: buffer[first &+ 6] &- item.address)
      let values = Int(truncatingIfNeeded: buffer[first &+ 7] &- item.address)
      tail.values = tail.valueStride > 1 && values > tail.start ? values : Int.max
      let scale = buffer[first &+ 4] & 0xFF
      let words = scale < 6 ? 1 : 1 << min(Int(scale) - 6, 40)
      occupied.removeAll(keepingCapacity: true)
      guard 8 &+ words <= count else { return }
      for word in 0..<words { occupied.append(buffer[first &+ 8 &+ word]) }
    }
  }

  /// Whether there is something in the bucket of a table that a word is in.
  private func isOccupied(_ word: Int) -> Bool {
    let offset = word &* 8
    let bucket =
      offset >= tail.values
      ? (offset &- tail.values) / tail.valueStride : (offset &- tail.start) / tail.stride
    guard bucket >= 0, bucket >> 6 < occupied.count else { return true }
    return occupied[bucket >> 6] >> UInt64(bucket & 63) & 1 != 0
  }

  /// Metadata is in a file that is mapped, or in large pieces that the runtime has allocated, and there is something before it.
  private static func mayBeMetadata(
    _ address: UInt64,
    _ image: ProcessImage,
    _ index: borrowing BlockIndex,
    _ table: borrowing HeapTable
  ) -> Bool {
    let block = index.block(at: address, table.blocks)
    if block >= 0 {
      let item = table.blocks[block]
      return item.address != address && item.size >= 4096
    }
    return image.region(at: address).map { $0.isReadable && !$0.isShared } ?? false
  }

  /// Adds the references in a piece of a block, which is so many words behind its begin.
  mutating func words(
    _ item: HeapBlock,
    _ first: Int,
    _ count: Int,
    _ behind: Int,
    _ block: Int,
    _ index: borrowing BlockIndex,
    _ table: borrowing HeapTable,
    _ buffer: borrowing FlatArray<UInt64>,
    _ edges: borrowing FlatArray<BlockGraph.Edge>
  ) {
    if holdsNothing { return }
    if isSwift, behind == 0, count > 1, buffer[first &+ 1] >> 62 == 3 {
      add(buffer[first &+ 1] << 3 & 0xFFFF_FFFF_FFFF, word: 1, item, block, index, table, edges)
    }
    // Metadata and counts aren't looked at.
    var word = isSwift && behind == 0 ? 2 : 0
    let end = min(count, used &- behind)
    while word < end {
      // Bits that Swift uses for other things in addresses of objects.
      let value = buffer[first &+ word] & 0x00FF_FFFF_FFFF_FFF8
      if value >= 4096, value < 1 << 47 {
        add(value, word: word &+ behind, item, block, index, table, edges)
      }
      word &+= 1
    }
  }

  @inline(__always)
  private mutating func add(
    _ value: UInt64,
    word: Int,
    _ item: HeapBlock,
    _ block: Int,
    _ index: borrowing BlockIndex,
    _ table: borrowing HeapTable,
    _ edges: borrowing FlatArray<BlockGraph.Edge>
  ) {
    let target = index.block(at: value, table.blocks)
    guard target >= 0 else { return }
    let isInside = table.blocks[target].address != value
    if isInside {
      if target == block { return }
      insideWords &+= 1
    } else if target == block, isPlain || isTable {
      // A ring of C's of one element; the seed of a table's hashes.
      return
    }
    if isTable, !isOccupied(word) { return }
    var slot = slot(word)
    if hasOwnership {
      switch ownership(slot, word) {
      case .unowned: unowned.append(edgeCount)
      case .unmanaged: slot = slot.unmanaged
      default: break
      }
    }
    edges[edgeCount] = BlockGraph.Edge(
      target: UInt32(truncatingIfNeeded: target),
      slot: isInside ? slot.inside : slot
    )
    edgeCount &+= 1
  }

  @inline(__always)
  private func slot(_ word: Int) -> ReferenceSlot {
    // Where in a block of C a reference is, nobody can name.
    if isUnnamed { return .none }
    if word < fields { return ReferenceSlot(word: word) }
    let offset = word &* 8
    if offset >= tail.values {
      return ReferenceSlot(
        elementWord: (offset &- tail.values) % tail.valueStride >> 3,
        isValue: true
      )
    }
    guard offset >= tail.start else { return ReferenceSlot(elementWord: 0, isValue: false) }
    return ReferenceSlot(elementWord: (offset &- tail.start) % tail.stride >> 3, isValue: false)
  }

  private func ownership(_ slot: ReferenceSlot, _ word: Int) -> Ownership {
    let all = slot.isTail ? type.elementOwnership : type.ownership
    let place = slot.isTail ? slot.word : word
    return place < all.count ? all[place] : .strong
  }

  /// Reads a block that is larger than the buffer.
  mutating func large(
    _ block: Int,
    _ table: borrowing HeapTable,
    _ index: borrowing BlockIndex,
    _ buffer: borrowing FlatArray<UInt64>,
    _ types: borrowing FlatArray<UInt32>,
    _ starts: borrowing FlatArray<UInt64>,
    _ edges: borrowing FlatArray<BlockGraph.Edge>
  ) {
    let item = table.blocks[block]
    let start = (item.address + 7) & ~7
    var isFirst = true
    image.forEachPiece(of: start..<max(start, item.address + UInt64(item.size)), buffer: buffer) {
      address,
      count in
      if isFirst {
        begin(block, item, 0, address == start ? count : 0, index, table, buffer, types)
      }
      isFirst = false
      words(
        item,
        0,
        count,
        Int(address - start) >> 3,
        block,
        index,
        table,
        buffer,
        edges
      )
    }
    if isFirst { begin(block, item, 0, 0, index, table, buffer, types) }
    starts[block + 1] = UInt64(edgeCount)
  }
}
