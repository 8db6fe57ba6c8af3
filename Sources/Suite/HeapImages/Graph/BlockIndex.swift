/// Finds the block that contains an address, by a few loads for each.
struct BlockIndex: ~Copyable {
  /// For each region of 64 MiB of the address space, its number from 1 on, if a block reaches into it.
  private let regions = FlatArray<UInt32>(count: 1 << (addressBits - regionShift))
  /// For each piece of 256 bytes of those, the number from 1 on of the first block that reaches into it.
  private let pieces: FlatArray<UInt32>
  private let count: Int

  private static var addressBits: Int { 48 }
  private static var regionShift: Int { 26 }
  private static var pieceShift: Int { 8 }

  /// Creates an index of the first `count` blocks, which are in the order of their addresses.
  init(_ blocks: borrowing FlatArray<HeapBlock>, count: Int) {
    var found: UInt32 = 0
    var block = 0
    while block < count {
      let item = blocks[block]
      var region = Int(truncatingIfNeeded: item.address >> UInt64(Self.regionShift))
      let last = Int(truncatingIfNeeded: (item.end &- 1) >> UInt64(Self.regionShift))
      while region <= last, region < regions.count {
        if regions[region] == 0 {
          found += 1
          regions[region] = found
        }
        region &+= 1
      }
      block &+= 1
    }
    let shift = Self.regionShift - Self.pieceShift
    pieces = FlatArray(count: Int(found) << shift)
    self.count = count
    block = 0
    while block < count {
      let item = blocks[block]
      var piece = Int(truncatingIfNeeded: item.address >> UInt64(Self.pieceShift))
      let last = Int(truncatingIfNeeded: (item.end &- 1) >> UInt64(Self.pieceShift))
      while piece <= last {
        let region = piece >> shift
        guard region < regions.count else { break }
        let place = (Int(regions[region]) &- 1) << shift | piece & (1 << shift &- 1)
        if pieces[place] == 0 { pieces[place] = UInt32(truncatingIfNeeded: block &+ 1) }
        piece &+= 1
      }
      block &+= 1
    }
  }

  /// The number of the block that contains an address; -1 if none does.
  @inline(__always)
  func block(at address: UInt64, _ blocks: borrowing FlatArray<HeapBlock>) -> Int {
    let shift = Self.regionShift - Self.pieceShift
    let region = Int(truncatingIfNeeded: address >> UInt64(Self.regionShift))
    guard region < regions.count else { return -1 }
    let number = regions[region]
    guard number != 0 else { return -1 }
    let piece = Int(truncatingIfNeeded: address >> UInt64(Self.pieceShift)) & (1 << shift &- 1)
    var block = Int(pieces[(Int(number) &- 1) << shift | piece]) &- 1
    guard block >= 0 else { return -1 }
    while block < count {
      let item = blocks[block]
      if address < item.end { return item.address <= address ? block : -1 }
      block &+= 1
    }
    return -1
  }

  /// The number of the first block that ends behind an address.
  func firstBlock(after address: UInt64, _ blocks: borrowing FlatArray<HeapBlock>) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].end <= address { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The memory that it takes.
  var bytes: Int { (regions.count + pieces.count) * 4 }
}
