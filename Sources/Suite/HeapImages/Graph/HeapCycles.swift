/// What nothing holds: its cycles, and what only these or other such blocks hold.
///
/// Components are found in the order of R. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972.
struct HeapCycles: ~Copyable {
  /// A group of blocks that keep each other, with all that they alone hold.
  struct Island {
    /// The blocks on a shortest cycle, in its order.
    var cycle: [UInt32] = []
    /// For each of these, the reference to the next one.
    var references: [ReferenceSlot] = []
    var amount = HeapSnapshot.Amount()
  }

  /// A block that nothing holds, with all that it alone does: in C there may be millions.
  struct Single: BitwiseCopyable {
    var block: UInt32
    var blocks: UInt32
    var bytes: UInt64
  }

  private(set) var islands: [Island] = []
  /// The first ``singleCount`` of these count.
  let singles: FlatArray<Single>
  let singleCount: Int

  /// Finds the islands.
  ///
  /// - Parameters:
  ///   - graph: All blocks.
  ///   - isHeld: Whether roots lead to a block.
  ///   - rank: How much a block makes of a cycle: 2 for an object of Swift or C++, 1 for what the runtime makes of its own, 0 for memory
  ///     that counts no references; a ring of such blocks only is no cycle.
  ///   - size: The size of a block.
  init(
    _ graph: borrowing BlockGraph,
    isHeld: (Int) -> Bool,
    rank: (Int) -> Int,
    size: (Int) -> Int
  ) {
    let loose = (0..<graph.count).filter { !isHeld($0) }
    if loose.isEmpty {
      singles = FlatArray(count: 0)
      singleCount = 0
      return
    }
    // Numbers of the unheld blocks from 1 on.
    let numbers = FlatArray<UInt32>(count: graph.count)
    for (number, block) in loose.enumerated() { numbers[block] = UInt32(number + 1) }
    let components = Self.components(graph, loose, numbers)
    let owners = FlatArray<UInt32>(count: loose.count)
    let cycles = Self.cycles(graph, loose, numbers, components, rank)
    for (blocks, references) in cycles {
      islands.append(Island(cycle: blocks, references: references))
    }
    // All of a component are of the same island, and what it leads to, unless it is of another one already.
    var byComponent: [UInt32: UInt32] = [:]
    for (number, cycle) in cycles.enumerated() {
      let place = Int(numbers[Int(cycle.blocks[0])]) - 1
      byComponent[components.of[place]] = UInt32(number + 1)
    }
    for place in loose.indices {
      if let number = byComponent[components.of[place]] { owners[place] = number }
    }
    let queue = FlatArray<UInt32>(count: loose.count)
    var count = 0
    for place in loose.indices where owners[place] != 0 {
      queue[count] = UInt32(place)
      count += 1
    }
    Self.spread(graph, loose, numbers, owners, queue, &count)
    // The rest: first those that nothing leads to, then one of each group that C's lists make.
    let singles = FlatArray<Single>(count: loose.count)
    var singleCount = 0
    for place in Self.unheld(graph, loose, numbers, owners) where owners[place] == 0 {
      singles[singleCount] = Single(block: UInt32(loose[place]), blocks: 0, bytes: 0)
      singleCount += 1
      owners[place] = UInt32(islands.count + singleCount)
      queue[0] = UInt32(place)
      count = 1
      Self.spread(graph, loose, numbers, owners, queue, &count)
    }
    for place in loose.indices {
      let island = Int(owners[place]) - 1
      if island < islands.count {
        islands[island].amount += HeapSnapshot.Amount(blocks: 1, bytes: size(loose[place]))
      } else {
        var single = singles[island - islands.count]
        single.blocks &+= 1
        single.bytes &+= UInt64(size(loose[place]))
        singles[island - islands.count] = single
      }
    }
    self.singles = singles
    self.singleCount = singleCount
  }

  /// Gives what owned blocks lead to the same owner.
  private static func spread(
    _ graph: borrowing BlockGraph,
    _ loose: [Int],
    _ numbers: borrowing FlatArray<UInt32>,
    _ owners: borrowing FlatArray<UInt32>,
    _ queue: borrowing FlatArray<UInt32>,
    _ count: inout Int
  ) {
    var next = 0
    while next < count {
      let place = Int(queue[next])
      next += 1
      var (edge, end) = graph.range(of: loose[place])
      while edge < end {
        let item = graph.edges[edge]
        if item.isStrong {
          let target = Int(numbers[Int(item.target)]) - 1
          if target >= 0, owners[target] == 0 {
            owners[target] = owners[place]
            queue[count] = UInt32(target)
            count += 1
          }
        }
        edge += 1
      }
    }
  }

  /// Those without an owner: those that no other one leads to come first.
  private static func unheld(
    _ graph: borrowing BlockGraph,
    _ loose: [Int],
    _ numbers: borrowing FlatArray<UInt32>,
    _ owners: borrowing FlatArray<UInt32>
  ) -> [Int] {
    let isTarget = FlatArray<UInt8>(count: loose.count)
    for place in loose.indices where owners[place] == 0 {
      var (edge, end) = graph.range(of: loose[place])
      while edge < end {
        let item = graph.edges[edge]
        if item.isStrong {
          let target = Int(numbers[Int(item.target)]) - 1
          if target >= 0, target != place { isTarget[target] = 1 }
        }
        edge += 1
      }
    }
    let rest = loose.indices.filter { owners[$0] == 0 }
    return rest.filter { isTarget[$0] == 0 } + rest.filter { isTarget[$0] != 0 }
  }
}
