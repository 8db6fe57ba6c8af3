/// Amounts by a key of 64 bits that isn't 0: of blocks, of which there may be millions, by what there are thousands of.
struct AmountTable: ~Copyable {
  private var keys = FlatArray<UInt64>(count: 1 << 12)
  private var values = FlatArray<HeapAmounts>(count: 1 << 12)
  private(set) var count = 0

  /// Adds to what a key has.
  @inline(__always)
  mutating func add(_ key: UInt64, blocks: Int, bytes: Int, isLeaked: Bool = false) {
    let place = place(of: key)
    if keys[place] == 0 {
      keys[place] = key
      count &+= 1
    }
    var value = values[place]
    if isLeaked {
      value.leakedBlocks &+= blocks
      value.leakedBytes &+= bytes
    } else {
      value.blocks &+= blocks
      value.bytes &+= bytes
    }
    values[place] = value
    if count &* 2 > keys.count { grow() }
  }

  @inline(__always)
  private func place(of key: UInt64) -> Int {
    let mask = keys.count &- 1
    // Fibonacci hashing: Knuth, The Art of Computer Programming, volume 3, section 6.4.
    var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
    while keys[place] != 0, keys[place] != key { place = (place &+ 1) & mask }
    return place
  }

  private mutating func grow() {
    var larger = AmountTable(size: keys.count * 2)
    for place in 0..<keys.count where keys[place] != 0 {
      let new = larger.place(of: keys[place])
      larger.keys[new] = keys[place]
      larger.values[new] = values[place]
    }
    larger.count = count
    self = larger
  }

  init() {}

  private init(size: Int) {
    keys = FlatArray(count: size)
    values = FlatArray(count: size)
  }

  /// Calls `body` for each key.
  func eachAmount(_ body: (_ key: UInt64, _ amounts: HeapAmounts) -> Void) {
    for place in 0..<keys.count where keys[place] != 0 { body(keys[place], values[place]) }
  }
}

/// Blocks and bytes, of those that are held and those that aren't.
struct HeapAmounts: BitwiseCopyable {
  var blocks = 0
  var bytes = 0
  var leakedBlocks = 0
  var leakedBytes = 0
}
