import ObjectFiles
import ProcessLaunching

/// What a program can reach without its heap: variables of its files, memory that it has mapped itself, stacks and registers.
///
/// 1. Memory of the C library's allocator is no root: what is in free blocks is left over. Its parts are known by what it writes before
///    blocks (malloc/malloc.c and malloc/arena.c of glibc, "malloc_chunk" and "heap_info"); where another allocator has written something
///    else, the whole mapping counts as the allocator's. Where only some blocks are known, all else that it has is a root: it may be
///    another block.
/// 2. A stack counts from where its thread has stopped. Of those that glibc keeps for threads to come, only the control block does, at their
///    end: it is that of none of the threads, and leads to memory that the next one will use.
/// 3. Files that are shared with other processes hold no addresses of this one.
/// 4. Lists of free blocks lead to what the allocator has before these, which is in the last words of the blocks before them. Such words of
///    the allocator's don't count.
struct HeapRoots {
  /// A root's word that leads to a block.
  struct Reference {
    let block: UInt32
    /// The number of the root.
    let root: UInt32
    let isInside: Bool
    let isOfStack: Bool
  }

  /// Where such words are.
  enum Place: Hashable {
    /// A variable, by the address of its symbol, or of the memory that has no symbols.
    case variable(UInt64)
    case stack(Int32)
    /// A mapping of the program's own, by its address.
    case mapped(UInt64)
    /// Blocks of which nothing is known.
    case unknown
  }

  private(set) var references: [Reference] = []
  private(set) var places: [Place] = []
  private(set) var insideWords = 0
  private var numbers: [Place: UInt32] = [:]

  /// Reads the roots of a frozen process.
  init(
    _ image: ProcessImage,
    _ table: borrowing HeapTable,
    _ index: borrowing BlockIndex,
    _ symbols: ImageSymbols
  ) {
    let buffer = FlatArray<UInt64>(count: 1 << 15)
    let found = RootRanges(image, table, index, symbols)
    let hasNames = !table.isPartial
    for piece in found.ranges {
      let path = image.region(at: piece.range.lowerBound)?.path ?? ""
      let isOfAllocator =
        piece.place == .unknown || (piece.place == nil && path.contains("/libc.so"))
      image.forEachPiece(of: piece.range, buffer: buffer) { address, count in
        var word = 0
        while word < count {
          let value = buffer[word] & 0x00FF_FFFF_FFFF_FFF8
          if value >= 4096, value < 1 << 47 {
            let block = index.block(at: value, table.blocks)
            if block >= 0 {
              let item = table.blocks[block]
              let isListOfFree = isOfAllocator && value == item.nextChunk
              let isInBlock =
                table.isPartial
                && index.block(at: address &+ UInt64(word) &* 8, table.blocks) >= 0
              if !isListOfFree, !isInBlock {
                let here = address &+ UInt64(word) &* 8
                let symbol = piece.place == nil && hasNames ? symbols.symbol(at: here) : nil
                add(
                  block,
                  at: piece.place
                    ?? .variable(symbol.map { here &- $0.offset } ?? piece.range.lowerBound),
                  isInside: value != item.address
                )
              }
            }
          }
          word &+= 1
        }
      }
    }
    for thread in table.threads {
      for value in thread.registers {
        let value = value & 0x00FF_FFFF_FFFF_FFF8
        let block = index.block(at: value, table.blocks)
        if block >= 0 {
          add(block, at: .stack(thread.id), isInside: table.blocks[block].address != value)
        }
      }
    }
  }

  private mutating func add(_ block: Int, at place: Place, isInside: Bool) {
    var root = numbers[place]
    if root == nil {
      root = UInt32(places.count)
      numbers[place] = root
      places.append(place)
    }
    if isInside { insideWords += 1 }
    let isOfStack = if case .stack = place { true } else { false }
    references.append(
      Reference(
        block: UInt32(block),
        root: root ?? 0,
        isInside: isInside,
        isOfStack: isOfStack
      )
    )
  }
}

extension HeapBlock {
  /// Where glibc's allocator has the chunk that follows.
  fileprivate var nextChunk: UInt64 { address &+ UInt64(max(32, (size &+ 23) & ~15)) &- 16 }
}
