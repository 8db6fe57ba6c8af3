import ProcessLaunching

/// The parts of a process' memory that are roots.
struct RootRanges {
  /// A part of memory.
  struct Piece {
    let range: Range<UInt64>
    /// `nil` for variables, each of which is a root of its own.
    let place: HeapRoots.Place?
  }

  private(set) var ranges: [Piece] = []

  init(
    _ image: ProcessImage,
    _ table: borrowing HeapTable,
    _ index: borrowing BlockIndex,
    _ symbols: ImageSymbols
  ) {
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
      } else {
        // Variables that begin as zeros, and what the program has mapped itself.
        let end = max(symbols.zeros(in: region)?.end ?? 0, region.begin)
        pieces = [
          Piece(range: region.begin..<end, place: nil),
          Piece(range: end..<region.end, place: .mapped(end)),
        ]
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
