import ProcessLaunching

/// Blocks' types and references, read in one pass over their memory.
struct HeapScan: ~Copyable {
  /// The number of each block's type.
  let types: FlatArray<UInt32>
  let graph: BlockGraph
  /// Words that lead to a block's inside.
  let insideWords: Int

  /// Reads the blocks of a frozen process, in order: those that lie close to each other in one piece.
  init(
    _ image: ProcessImage,
    _ table: borrowing HeapTable,
    _ index: borrowing BlockIndex,
    _ heapTypes: HeapTypes
  ) {
    var words = 0
    for block in 0..<table.count { words &+= table.blocks[block].size >> 3 }
    let types = FlatArray<UInt32>(count: table.count)
    let starts = FlatArray<UInt64>(count: table.count + 1)
    let edges = FlatArray<BlockGraph.Edge>(count: words + 1)
    var scan = Scan(image: image, heapTypes: heapTypes)
    let buffer = FlatArray<UInt64>(count: Self.window)
    var block = 0
    while block < table.count {
      let (last, span) = Self.group(from: block, table)
      if span > buffer.count {
        scan.large(block, table, index, buffer, types, starts, edges)
      } else {
        let origin = table.blocks[block].address & ~7
        let copied = image.copy(origin, count: span, into: buffer)
        var next = block
        while next < last {
          let item = table.blocks[next]
          var first = Int(truncatingIfNeeded: (item.address &- origin) >> 3)
          var count = item.size >> 3
          if first &+ count > copied {
            // Something between them can't be read: each by itself.
            count = image.copy(item.address & ~7, count: count, into: buffer)
            first = 0
          }
          scan.begin(next, item, first, count, index, table, buffer, types)
          scan.words(item, first, count, 0, next, index, table, buffer, edges)
          starts[next &+ 1] = UInt64(scan.edgeCount)
          next &+= 1
        }
      }
      block = last
    }
    for (object, entry) in scan.sideTables {
      types[entry] = UInt32(heapTypes.sideTable)
      // It leads to its object, and doesn't keep it.
      for edge in Int(starts[entry])..<Int(starts[entry + 1])
      where edges[edge].target == UInt32(object) {
        edges[edge].target = UInt32.max
      }
    }
    for unowned in scan.unowned {
      let target = table.blocks[Int(edges[unowned].target)].address
      // Of an object that has gone, such references keep the memory.
      if !Self.hasGone(target, image) { edges[unowned].target = UInt32.max }
    }
    Self.nameArrays(count: table.count, types, starts, edges, heapTypes)
    self.types = types
    graph = BlockGraph(count: table.count, starts: starts, edges: edges)
    insideWords = scan.insideWords
  }

  /// Whether an object has been deinitialized, by its reference counts or those in its side table.
  ///
  /// Source: stdlib/public/SwiftShims/swift/shims/RefCount.h of swiftlang/swift, "RefCountBitOffsets" and "HeapObjectSideTableEntry".
  private static func hasGone(_ object: UInt64, _ image: ProcessImage) -> Bool {
    let counts = image.pointer(at: object + 8) ?? 0
    if counts >> 62 == 3 {
      return image.pointer(at: (counts << 3 & 0xFFFF_FFFF_FFFF) + 16).map { $0 >> 32 & 1 != 0 }
        ?? false
    }
    return counts >> 63 == 0 && counts >> 32 & 1 != 0
  }

  /// Gives arrays of objects types with the classes of these.
  private static func nameArrays(
    count: Int,
    _ types: borrowing FlatArray<UInt32>,
    _ starts: borrowing FlatArray<UInt64>,
    _ edges: borrowing FlatArray<BlockGraph.Edge>,
    _ heapTypes: HeapTypes
  ) {
    let isOfObjects = heapTypes.all.indices.map(heapTypes.isOfAnyObjects)
    guard isOfObjects.contains(true) else { return }
    var block = 0
    while block < count {
      if isOfObjects[Int(types[block])] {
        let range = Int(starts[block])..<Int(starts[block &+ 1])
        // Some of many are enough for a name.
        let targets = range.prefix(8).filter { edges[$0].isStrong && !edges[$0].slot.isInside }
        let elements = targets.map { Int(types[Int(edges[$0].target)]) }
        if let number = heapTypes.array(of: elements) { types[block] = UInt32(number) }
      }
      block &+= 1
    }
  }

  private static var window: Int { 1 << 15 }

  /// The blocks from one on that are read at once, and the words from its begin to their end.
  private static func group(
    from block: Int,
    _ table: borrowing HeapTable
  ) -> (last: Int, span: Int) {
    let origin = table.blocks[block].address & ~7
    var end = table.blocks[block].end
    var last = block + 1
    while last < table.count {
      let item = table.blocks[last]
      guard item.end &- origin <= UInt64(window * 8), item.address &- end < 4096 else { break }
      end = item.end
      last &+= 1
    }
    return (last, Int((end &- origin &+ 7) >> 3))
  }

  /// What is under way.
  private struct Scan {
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
}
