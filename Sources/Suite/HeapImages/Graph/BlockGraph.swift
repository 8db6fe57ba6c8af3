/// References between blocks, as numbers: those of block `b` are at `starts[b]..<starts[b + 1]`.
struct BlockGraph: ~Copyable {
  /// A reference from a block.
  struct Edge: BitwiseCopyable {
    /// The number of the block that it leads to.
    var target: UInt32
    /// Which part of its own block it is: `ReferenceSlot`.
    var slot: ReferenceSlot

    /// Whether it keeps its target.
    var isStrong: Bool { @inline(__always) get { target != UInt32.max } }
  }

  let count: Int
  let starts: FlatArray<UInt64>
  let edges: FlatArray<Edge>

  /// The number of references.
  var edgeCount: Int { Int(starts[count]) }

  init(count: Int, starts: consuming FlatArray<UInt64>, edges: consuming FlatArray<Edge>) {
    self.count = count
    self.starts = starts
    self.edges = edges
  }

  /// Makes a graph of its references.
  init(count: Int, _ references: [(from: Int, to: Int)]) {
    let starts = FlatArray<UInt64>(count: count + 1)
    let edges = FlatArray<Edge>(count: references.count)
    var place = 0
    let sorted = references.sorted { $0.from < $1.from }
    for block in 0..<count {
      while place < sorted.count, sorted[place].from == block {
        edges[place] = Edge(target: UInt32(sorted[place].to), slot: ReferenceSlot(word: 2))
        place += 1
      }
      starts[block + 1] = UInt64(place)
    }
    self.init(count: count, starts: starts, edges: edges)
  }

  @inline(__always)
  func range(of block: Int) -> (Int, Int) { (Int(starts[block]), Int(starts[block &+ 1])) }
}

/// Which part of a block a reference is: a word of an object's fields, or of the elements behind them, where all elements are one.
struct ReferenceSlot: BitwiseCopyable, Hashable {
  let bits: UInt32

  static let none = ReferenceSlot(bits: 0)

  private static var insideBit: UInt32 { 1 << 31 }
  private static var unmanagedBit: UInt32 { 1 << 30 }
  private static var tailBit: UInt32 { 1 << 23 }
  private static var valueBit: UInt32 { 1 << 22 }
  private static var wordMask: UInt32 { 1 << 22 - 1 }

  init(bits: UInt32) { self.bits = bits }

  /// A word of a block's fields.
  @inline(__always)
  init(word: Int) { bits = UInt32(truncatingIfNeeded: min(word, 1 << 22 - 1)) }

  /// A word of an element.
  @inline(__always)
  init(elementWord: Int, isValue: Bool) {
    bits = ReferenceSlot(word: elementWord).bits | Self.tailBit | (isValue ? Self.valueBit : 0)
  }

  /// The same, but it leads to the inside of a block.
  var inside: ReferenceSlot { ReferenceSlot(bits: bits | Self.insideBit) }

  /// The same, but Swift doesn't count the reference.
  var unmanaged: ReferenceSlot { ReferenceSlot(bits: bits | Self.unmanagedBit) }

  var isUnmanaged: Bool { bits & Self.unmanagedBit != 0 }
  var isInside: Bool { @inline(__always) get { bits & Self.insideBit != 0 } }
  var isTail: Bool { bits & Self.tailBit != 0 }
  /// Of a dictionary's elements: whether it is in a value.
  var isValue: Bool { bits & Self.valueBit != 0 }
  var word: Int { Int(bits & Self.wordMask) }
  /// The part alone, in 24 bits.
  var key: UInt32 { bits & (1 << 24 - 1) }
}
