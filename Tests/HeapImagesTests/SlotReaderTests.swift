import CHeapLayout
import SeededRandom
import Testing

@testable import HeapImages

struct SlotReaderTests {
  private static let first: UInt64 = 0x7f00_0000_0000

  /// Blocks as an allocator gives them, 32 bytes apart at least.
  private static func blocks(_ random: inout SplitMix64) -> [HeapBlock] {
    var address = first
    return (1...2000).map { number in
      address += 16 * UInt64.random(in: 0...3, using: &random)
      let size = number % 100 == 0 ? 1 << 32 + number : Int.random(in: 0...200, using: &random)
      defer { address += UInt64(max(32, min(size, 200) + 15) / 16 * 16) }
      return HeapBlock(address: address, size: size, stack: UInt32(number) << 10)
    }
  }

  /// What is read of slots, in pieces of so many.
  private static func read(_ slots: [UInt32], inPiecesOf count: Int) -> [HeapBlock] {
    var reader = SlotReader()
    var found: [HeapBlock] = []
    for place in stride(from: 0, to: slots.count, by: count) {
      reader.skip(to: first >> 5 + UInt64(place))
      found += slots[place..<min(place + count, slots.count)].compactMap { reader.read($0) }
    }
    return found
  }

  private static func place(of block: HeapBlock) -> Int { Int((block.address - first) >> 5) }

  private static func isSame(_ left: HeapBlock, _ right: HeapBlock) -> Bool {
    left.address == right.address && left.size == right.size && left.stack == right.stack
  }

  @Test(arguments: [1, 7, 1024]) func `what C writes of blocks is read`(piece: Int) {
    var random = SplitMix64(seed: 46)
    let blocks = Self.blocks(&random)
    var slots = [UInt32](repeating: 0, count: 2 * blocks.count * 8)
    var other: UInt32 = 0
    // SAFETY: each block's slot and the next one are in the array.
    unsafe slots.withUnsafeMutableBufferPointer { slots in
      for block in blocks {
        let slot = unsafe slots.baseAddress! + Self.place(of: block)
        unsafe hamon_slot_write(slot, block.address, UInt64(block.size), block.stack, 0, &other)
      }
    }
    let found = Self.read(slots, inPiecesOf: piece)
    #expect(found.elementsEqual(blocks, by: Self.isSame))

    var left: [HeapBlock] = []
    // SAFETY: as above.
    unsafe slots.withUnsafeMutableBufferPointer { slots in
      for block in blocks {
        guard Bool.random(using: &random) else {
          left.append(block)
          continue
        }
        let slot = unsafe slots.baseAddress! + Self.place(of: block)
        #expect(unsafe hamon_slot_is_of(slot.pointee, block.address) != 0)
        #expect(unsafe hamon_slot_is_of(slot.pointee, block.address ^ 16) == 0)
        #expect(unsafe hamon_slot_clear(slot, slot.pointee, &other) == UInt64(block.size))
      }
    }
    #expect(Self.read(slots, inPiecesOf: piece).elementsEqual(left, by: Self.isSame))
  }

  @Test func `what is left over of a block hides no other one`() {
    var slots = [UInt32](repeating: 0, count: 8)
    var other: UInt32 = 0
    // SAFETY: the slots, and those after them, are in the array.
    unsafe slots.withUnsafeMutableBufferPointer { slots in
      // Given back unseen, with others now in the granules of its two slots, and of the first one only.
      for place in [0, 3] {
        let slot = unsafe slots.baseAddress! + place
        unsafe hamon_slot_write(slot, Self.first + 32 * UInt64(place), 100, 2, 0, &other)
      }
      for place in [1, 3] {
        let slot = unsafe slots.baseAddress! + place
        unsafe hamon_slot_write(slot, Self.first + 32 * UInt64(place), 40, 3, 0, &other)
      }
    }
    let found = Self.read(slots, inPiecesOf: 8)
    #expect(found.map(\.address) == [Self.first + 32, Self.first + 96])
    #expect(found.map(\.size) == [40, 40])
  }
}
