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
    var scan = BlockScan(image: image, heapTypes: heapTypes)
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
}
