/// What roots lead to, in three steps, so that it is known how much is guessed.
struct HeapMark: ~Copyable {
  /// How a block is held.
  enum Level {
    static let nothing: UInt8 = 0
    /// By an address of its begin, from a variable or mapped memory on.
    static let certain: UInt8 = 1
    /// Only by words on stacks and in registers.
    static let stack: UInt8 = 2
    /// Only by words that lead to its inside, or that of one that holds it.
    static let inside: UInt8 = 3
  }

  /// Of each block.
  let levels: FlatArray<UInt8>

  init(_ graph: borrowing BlockGraph, _ roots: [HeapRoots.Reference]) {
    levels = FlatArray(count: graph.count)
    let stack = FlatArray<UInt32>(count: graph.count)
    for root in roots where !root.isInside && !root.isOfStack {
      spread(from: Int(root.block), Level.certain, graph, stack)
    }
    for root in roots where !root.isInside && root.isOfStack {
      spread(from: Int(root.block), Level.stack, graph, stack)
    }
    for root in roots where root.isInside {
      spread(from: Int(root.block), Level.inside, graph, stack)
    }
    // Words within blocks that were reached above, and lead to the inside of others.
    var block = 0
    while block < graph.count {
      if levels[block] != Level.nothing {
        var (edge, end) = graph.range(of: block)
        while edge < end {
          let item = graph.edges[edge]
          if item.isStrong, levels[Int(item.target)] == Level.nothing {
            spread(from: Int(item.target), Level.inside, graph, stack)
          }
          edge &+= 1
        }
      }
      block &+= 1
    }
  }

  private func spread(
    from block: Int,
    _ level: UInt8,
    _ graph: borrowing BlockGraph,
    _ stack: borrowing FlatArray<UInt32>
  ) {
    guard levels[block] == Level.nothing else { return }
    levels[block] = level
    stack[0] = UInt32(truncatingIfNeeded: block)
    var depth = 1
    while depth > 0 {
      depth &-= 1
      var (edge, end) = graph.range(of: Int(stack[depth]))
      while edge < end {
        let item = graph.edges[edge]
        if item.isStrong, level == Level.inside || !item.slot.isInside,
          levels[Int(item.target)] == Level.nothing
        {
          levels[Int(item.target)] = level
          stack[depth] = item.target
          depth &+= 1
        }
        edge &+= 1
      }
    }
  }

  /// Whether anything holds a block.
  @inline(__always)
  func isHeld(_ block: Int) -> Bool { levels[block] != Level.nothing }
}
