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
    let found = RootRanges(image, table, index)
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

/// The parts of a process' memory that are roots.
struct RootRanges {
  /// A part of memory.
  struct Piece {
    let range: Range<UInt64>
    /// `nil` for variables, each of which is a root of its own.
    let place: HeapRoots.Place?
  }

  private(set) var ranges: [Piece] = []

  init(_ image: ProcessImage, _ table: borrowing HeapTable, _ index: borrowing BlockIndex) {
    let own = table.own.sorted { $0.lowerBound < $1.lowerBound }
    for (number, region) in image.regions.enumerated() where Self.isPossible(region) {
      let before = number > 0 ? image.regions[number - 1] : nil
      var pieces: [Piece] = []
      let range = region.begin..<region.end
      let stacks = table.threads.filter { range.contains($0.stack) }
      let first = index.firstBlock(after: region.begin, table.blocks)
      let hasBlocks = first < table.count && table.blocks[first].address < region.end
      // A stack in a block, which someone has allocated, is a part of that block.
      let outer = stacks.filter { index.block(at: $0.stack, table.blocks) < 0 }
      if let thread = outer.min(by: { $0.stack < $1.stack }) {
        pieces = [Piece(range: thread.stack & ~7..<region.end, place: .stack(thread.id))]
      } else if let end = Self.endOfUnusedStack(region, before, image, table) {
        pieces = [Piece(range: end..<region.end, place: .mapped(region.begin))]
      } else if region.path.hasPrefix("/") && !region.isShared {
        pieces = [Piece(range: range, place: nil)]
      } else if table.isPartial, hasBlocks || region.path == "[heap]" {
        pieces = [Piece(range: range, place: .unknown)]
      } else if region.path == "[heap]" {
        pieces = []
      } else if Self.isBehindVariables(region, before) {
        pieces = [Piece(range: range, place: nil)]
      } else {
        pieces = [Piece(range: range, place: .mapped(region.begin))]
      }
      if hasBlocks, region.path != "[heap]", !table.isPartial {
        pieces = Self.subtract(Self.allocated(in: range, first, image, table, index), pieces)
      }
      for thread in stacks {
        let block = index.block(at: thread.stack, table.blocks)
        guard block >= 0 else { continue }
        pieces.append(
          Piece(range: thread.stack & ~7..<table.blocks[block].end, place: .stack(thread.id))
        )
      }
      ranges += Self.subtract(own, pieces)
    }
  }

  private static func isPossible(_ region: ProcessFile.Mapping) -> Bool {
    guard region.isReadable, region.isWritable else { return false }
    if region.path.contains("/libhamon-memory.so") { return false }
    return !region.isShared || region.path.hasPrefix("/dev/zero")
  }

  /// Variables that begin as zeros are in memory without a file, behind the others.
  private static func isBehindVariables(
    _ region: ProcessFile.Mapping,
    _ before: ProcessFile.Mapping?
  ) -> Bool {
    guard let before, region.path.isEmpty else { return false }
    return before.end == region.begin && before.path.hasPrefix("/") && before.isWritable
  }

  /// Where the control block is, whose first and third words are its own address, if glibc keeps a stack for a thread to come.
  ///
  /// Source: sysdeps/x86_64/nptl/tls.h of glibc, "tcbhead_t".
  private static func endOfUnusedStack(
    _ region: ProcessFile.Mapping,
    _ before: ProcessFile.Mapping?,
    _ image: ProcessImage,
    _ table: borrowing HeapTable
  ) -> UInt64? {
    // A thread of which nothing is known has such a block too.
    if table.threads.contains(where: { $0.stack == 0 && $0.pointer == 0 }) { return nil }
    guard let before, before.end == region.begin, !before.isReadable, region.path.isEmpty,
      region.end - region.begin >= 16384
    else { return nil }
    for address in stride(from: region.end - 64, to: region.end - 8192, by: -64) {
      guard image.pointer(at: address) == address, image.pointer(at: address + 16) == address else {
        continue
      }
      return table.threads.contains { $0.pointer == address } ? nil : address
    }
    return nil
  }

  /// What the allocator has of a range with blocks.
  private static func allocated(
    in range: Range<UInt64>,
    _ first: Int,
    _ image: ProcessImage,
    _ table: borrowing HeapTable,
    _ index: borrowing BlockIndex
  ) -> [Range<UInt64>] {
    let arena: UInt64 = 64 << 20
    var found: [Range<UInt64>] = []
    var block = first
    while block < table.count, table.blocks[block].address < range.upperBound {
      let address = table.blocks[block].address
      guard let size = image.pointer(at: address &- 8) else { return [range] }
      var part: Range<UInt64>
      if size & 2 != 0, address & 15 == 0, let before = image.pointer(at: address &- 16) {
        // Mapped for this block alone.
        let start = address &- 16 &- before
        let (sum, overflow) = start.addingReportingOverflow(before &+ size & ~7)
        guard !overflow, start & 4095 == 0, sum & 4095 == 0, sum >= table.blocks[block].end else {
          return [range]
        }
        part = start..<sum
      } else if size & 4 != 0 {
        part = address & ~(arena - 1)..<(address & ~(arena - 1)) + arena
      } else {
        return [range]
      }
      found.append(part)
      block = max(block + 1, index.firstBlock(after: part.upperBound &- 1, table.blocks))
    }
    return found
  }

  private static func subtract(_ ranges: [Range<UInt64>], _ pieces: [Piece]) -> [Piece] {
    let ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
    return pieces.flatMap { piece -> [Piece] in
      var rest: [Piece] = []
      var start = piece.range.lowerBound
      for range in ranges where range.upperBound > start {
        guard range.lowerBound < piece.range.upperBound else { break }
        if range.lowerBound > start {
          rest.append(Piece(range: start..<range.lowerBound, place: piece.place))
        }
        start = range.upperBound
      }
      if start < piece.range.upperBound {
        rest.append(Piece(range: start..<piece.range.upperBound, place: piece.place))
      }
      return rest
    }
  }
}
