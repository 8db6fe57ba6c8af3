import CHeapLayout
import SuiteErrors

/// The live blocks of a process, in the order of their addresses, and where their roots are: what the library of `hamon record --memory`
/// keeps in the process.
struct HeapTable: ~Copyable {
  let blocks: FlatArray<HeapBlock>
  let count: Int
  let threads: [Thread]
  /// The library's own memory.
  let own: [Range<UInt64>]
  let isSampled: Bool
  /// Whether there are blocks of which nothing is known.
  let isPartial: Bool
  let process: Int32
  let unknownBlocks: Int
  let stacks: StackTable

  /// A thread that stood still, or could not be stopped.
  struct Thread {
    let id: Int32
    let isStopped: Bool
    /// The innermost address of its stack that counts.
    let stack: UInt64
    let pointer: UInt64
    let registers: [UInt64]
  }
}

/// A live block.
struct HeapBlock: BitwiseCopyable {
  let address: UInt64
  /// Bits 0 to 40 are its size, the others its stack.
  private let content: UInt64
  private static let stackShift: UInt64 = 41

  init(address: UInt64, size: Int, stack: UInt32) {
    self.address = address
    content = UInt64(size) | UInt64(stack) << Self.stackShift
  }

  /// As requested.
  var size: Int {
    @inline(__always) get { Int(truncatingIfNeeded: content & (1 << Self.stackShift - 1)) }
  }

  var stack: UInt32 {
    @inline(__always) get { UInt32(truncatingIfNeeded: content >> Self.stackShift) }
  }

  /// The first address behind it: a block of no size is still somewhere.
  var end: UInt64 {
    @inline(__always) get { address &+ UInt64(max(size, 1)) }
  }
}

/// The numbers of the layout, which C has as macros that Swift can't see.
enum HeapLayoutConstants {
  static let sizeBits: Int = 6
  static let sizeMask: UInt32 = 1 << 6 - 1
  static let isUpper: UInt32 = 1 << 6
  static let isLong: UInt32 = 1 << 8
  static let stackShift: UInt32 = 9
  static let isRest: UInt32 = 1 << 31
  static let granuleShift: UInt64 = 5
  static let regionSlots = 1 << 21
  static let chunkShift: UInt64 = 16
  static let stacksInChunk: UInt32 = 256
  static let stackSize: UInt64 = 256
}

extension HeapTable {
  /// Copies the table of a frozen process.
  ///
  /// - Parameters:
  ///   - image: The memory of the process.
  ///   - address: That of the library's `HamonHeap`.
  ///   - isPartial: Whether blocks were noted only after a time.
  /// - Throws: `SuiteError` if it isn't there, or is of another version.
  init(
    _ image: ProcessImage,
    at address: UInt64,
    isPartial: Bool = false
  ) throws(SuiteError) {
    func damaged(_ what: String) -> SuiteError {
      SuiteError(
        "process \(image.process)",
        "its table of blocks \(what)",
        remedy: "record it with the library of this version of hamon"
      )
    }
    let heaps: [HamonHeap] = Self.elements(at: address, count: 1, image)
    guard let heap = heaps.first, heap.magic == 0x6165_686e_6f6d_6168 else {
      throw damaged("can't be read")
    }
    guard heap.version == UInt32(HAMON_LAYOUT_VERSION), heap.size == MemoryLayout<HamonHeap>.size
    else { throw damaged("is of version \(heap.version)") }
    let regions: [HamonRegion] = Self.elements(
      at: heap.regions,
      count: Int(heap.region_count),
      image
    )
    guard regions.count == Int(heap.region_count) else { throw damaged("is incomplete") }

    let blocks = FlatArray<HeapBlock>(count: Self.most(regions.count, heap.live_blocks))
    let buffer = FlatArray<UInt64>(count: 1 << 15)
    var count = 0
    for region in regions.sorted(by: { $0.base < $1.base }) {
      // One slot more than granules, in a page of its own.
      let end = region.slots + UInt64(HeapLayoutConstants.regionSlots) * 4 + PresentPages.size
      let first = region.base >> HeapLayoutConstants.granuleShift
      var reader = SlotReader()
      for range in PresentPages.ranges(of: region.slots..<end, process: image.process) {
        image.forEachPiece(of: range, buffer: buffer) { piece, words in
          reader.skip(to: first + (piece - region.slots) / 4)
          for word in 0..<words {
            let slots = buffer[word]
            if slots == 0, reader.isBetweenBlocks {
              reader.granule &+= 2
              continue
            }
            for shift: UInt64 in stride(from: 0, through: 32, by: 32) {
              let slot = UInt32(truncatingIfNeeded: slots &>> shift)
              guard let block = reader.read(slot), count < blocks.count else { continue }
              blocks[count] = block
              count &+= 1
            }
          }
        }
      }
    }
    let threads: [HamonThread] = Self.elements(
      at: heap.threads,
      count: Int(heap.thread_count),
      image
    )
    let own: [HamonRange] = Self.elements(at: heap.own, count: Int(heap.own_count), image)
    self.init(
      blocks: blocks,
      count: count,
      threads: threads.map { Thread($0) },
      own: own.filter { $0.begin < $0.end }.map { $0.begin..<$0.end },
      isSampled: heap.mode == UInt32(HAMON_MODE_SAMPLED),
      isPartial: isPartial,
      process: heap.pid,
      unknownBlocks: Int(heap.untracked),
      stacks: StackTable(
        file: heap.file,
        chunks: Self.elements(
          at: heap.stack_chunks,
          count: Int(heap.stack_chunk_count),
          image
        )
      )
    )
  }

  /// The most blocks that there can be, with room for those of threads that could not be stopped.
  private static func most(_ regions: Int, _ live: UInt64) -> Int {
    let all = regions * HeapLayoutConstants.regionSlots
    // A count that goes on meanwhile may be anything.
    let known = Int(min(live, UInt64(all)))
    return min(all, known + known / 8 + 1 << 16)
  }

  /// Copies structures of C; fewer where they can't be read.
  private static func elements<Element: BitwiseCopyable>(
    at address: UInt64,
    count: Int,
    _ image: ProcessImage
  ) -> [Element] {
    guard count > 0, count < 1 << 24 else { return [] }
    let size = MemoryLayout<Element>.stride
    let words = FlatArray<UInt64>(count: (count * size + 7) / 8)
    let copied = image.copy(address, count: words.count, into: words) * 8 / size
    // SAFETY: so many structures of C, of which all bits are values, were copied; the words are aligned as they need.
    return unsafe words.withBytes(ofFirst: words.count) { bytes in
      (0..<min(copied, count)).map {
        unsafe bytes.load(fromByteOffset: $0 * size, as: Element.self)
      }
    }
  }
}

/// The stacks of allocations.
struct StackTable {
  /// Where the first chunk of the file is.
  let file: UInt64
  /// The numbers of those that hold stacks.
  let chunks: [UInt32]

  /// The return addresses of a stack, innermost first.
  func frames(of id: UInt32, _ image: ProcessImage) -> [UInt64] {
    let chunk = Int(id / HeapLayoutConstants.stacksInChunk)
    guard chunk < chunks.count else { return [] }
    let place = UInt64(id % HeapLayoutConstants.stacksInChunk) * HeapLayoutConstants.stackSize
    let address = file + UInt64(chunks[chunk]) << HeapLayoutConstants.chunkShift + place
    guard let found: UInt32 = image.load(address + 8), found == id,
      let count: UInt32 = image.load(address + 12), count <= UInt32(HAMON_STACK_FRAMES)
    else { return [] }
    return (0..<UInt64(count)).compactMap { image.pointer(at: address + 16 + 8 * $0) }
  }
}

extension HeapTable.Thread {
  fileprivate init(_ thread: HamonThread) {
    id = thread.tid
    isStopped = thread.state != Int32(HAMON_THREAD_RUNNING)
    pointer = thread.thread_pointer
    // What is below the stack pointer may be in use on x86_64, and what the library put there isn't the program's.
    stack = thread.interrupted == 0 ? thread.stack : thread.interrupted - 128
    let count = min(Int(thread.register_count), 34)
    // SAFETY: a field of 34 words, which outlives the call.
    registers = unsafe withUnsafeBytes(of: thread.registers) { bytes in
      (0..<count).map { unsafe bytes.load(fromByteOffset: 8 * $0, as: UInt64.self) }
    }
  }
}
