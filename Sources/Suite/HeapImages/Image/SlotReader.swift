/// Reads the blocks of a region from its slots, one after the other.
struct SlotReader {
  /// The next granule.
  var granule: UInt64 = 0
  /// The slot of a block whose size the next slot completes.
  private var first: UInt32 = 0

  /// Goes on at a granule, which may be further.
  mutating func skip(to granule: UInt64) {
    if granule != self.granule { first = 0 }
    self.granule = granule
  }

  /// Goes on by a slot; the block that it completes, if it does.
  @inline(__always)
  mutating func read(_ slot: UInt32) -> HeapBlock? {
    defer { granule &+= 1 }
    let before = first
    first = 0
    guard slot & HeapLayoutConstants.isRest == 0 else {
      // Without a block before it, it is left over.
      guard before != 0 else { return nil }
      return block(before, at: granule &- 1, rest: slot & ~HeapLayoutConstants.isRest)
    }
    if slot & HeapLayoutConstants.isLong != 0 {
      first = slot
      return nil
    }
    return slot == 0 ? nil : block(slot, at: granule, rest: 0)
  }

  /// Whether two empty slots change nothing.
  var isBetweenBlocks: Bool { first == 0 }

  private func block(_ slot: UInt32, at granule: UInt64, rest: UInt32) -> HeapBlock {
    HeapBlock(
      address: granule << HeapLayoutConstants.granuleShift
        + UInt64(slot & HeapLayoutConstants.isUpper) >> 2,
      size: Int(rest) << HeapLayoutConstants.sizeBits | Int(slot & HeapLayoutConstants.sizeMask),
      stack: slot >> HeapLayoutConstants.stackShift
    )
  }
}
