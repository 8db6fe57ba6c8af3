/// What nothing holds: its cycles, and what only these or other such blocks hold.
///
/// Components are found in the order of R. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972.
struct HeapCycles: ~Copyable {
  /// A group of blocks that keep each other, or one that nothing keeps, with all that they alone hold.
  struct Island {
    /// The blocks on a shortest cycle, in its order; the one that nothing holds if there is no cycle.
    var cycle: [UInt32] = []
    /// For each of these, the reference to the next one.
    var references: [ReferenceSlot] = []
    var amount = HeapSnapshot.Amount()

    var isCycle: Bool { !references.isEmpty }
  }

  private(set) var islands: [Island] = []

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
    if loose.isEmpty { return }
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
    for place in Self.unheld(graph, loose, numbers, owners) where owners[place] == 0 {
      islands.append(Island(cycle: [UInt32(loose[place])]))
      owners[place] = UInt32(islands.count)
      queue[0] = UInt32(place)
      count = 1
      Self.spread(graph, loose, numbers, owners, queue, &count)
    }
    for place in loose.indices {
      let island = Int(owners[place]) - 1
      islands[island].amount.blocks += 1
      islands[island].amount.bytes += size(loose[place])
    }
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

  // MARK: - Components

  /// The number of each block's component, and how many blocks each has.
  private struct Components {
    var of: [UInt32]
    var sizes: [Int]
  }

  /// Whether a reference may be a part of a cycle.
  @inline(__always)
  private static func counts(_ edge: BlockGraph.Edge) -> Bool {
    edge.isStrong && !edge.slot.isUnmanaged
  }

  private static func components(
    _ graph: borrowing BlockGraph,
    _ loose: [Int],
    _ numbers: borrowing FlatArray<UInt32>
  ) -> Components {
    let count = loose.count
    // Depths of the search from 1 on; 0 for what hasn't been seen.
    let order = FlatArray<UInt32>(count: count)
    let low = FlatArray<UInt32>(count: count)
    let cursors = FlatArray<UInt64>(count: count)
    let path = FlatArray<UInt32>(count: count)
    let open = FlatArray<UInt32>(count: count)
    let isOpen = FlatArray<UInt8>(count: count)
    var result = Components(of: [UInt32](repeating: 0, count: count), sizes: [])
    var (seen, depth, opened) = (UInt32(0), 0, 0)
    func enter(_ place: Int) {
      seen += 1
      order[place] = seen
      low[place] = seen
      cursors[place] = graph.starts[loose[place]]
      path[depth] = UInt32(place)
      depth += 1
      open[opened] = UInt32(place)
      opened += 1
      isOpen[place] = 1
    }
    for start in 0..<count where order[start] == 0 {
      enter(start)
      while depth > 0 {
        let place = Int(path[depth - 1])
        let end = graph.starts[loose[place] + 1]
        if cursors[place] < end {
          let edge = graph.edges[Int(cursors[place])]
          cursors[place] += 1
          guard Self.counts(edge) else { continue }
          let target = Int(numbers[Int(edge.target)]) - 1
          guard target >= 0 else { continue }
          if order[target] == 0 {
            enter(target)
          } else if isOpen[target] != 0 {
            low[place] = min(low[place], order[target])
          }
          continue
        }
        depth -= 1
        if depth > 0 {
          let outer = Int(path[depth - 1])
          low[outer] = min(low[outer], low[place])
        }
        guard low[place] == order[place] else { continue }
        var size = 0
        var member = -1
        repeat {
          opened -= 1
          member = Int(open[opened])
          isOpen[member] = 0
          result.of[member] = UInt32(result.sizes.count)
          size += 1
        } while member != place
        result.sizes.append(size)
      }
    }
    return result
  }

  // MARK: - Shortest cycles

  /// The blocks from which a shortest cycle is searched in a large component, and how far.
  private static let attempts = 32
  private static let most = 1 << 16

  /// A short cycle of each component that has one, through its best blocks.
  private static func cycles(
    _ graph: borrowing BlockGraph,
    _ loose: [Int],
    _ numbers: borrowing FlatArray<UInt32>,
    _ components: Components,
    _ rank: (Int) -> Int
  ) -> [(blocks: [UInt32], references: [ReferenceSlot])] {
    var members: [UInt32: (rank: Int, places: [Int])] = [:]
    for place in loose.indices {
      let component = components.of[place]
      let own = rank(loose[place])
      if own == 0 { continue }
      let isAlone = components.sizes[Int(component)] == 1
      if isAlone, !leadsToItself(loose[place], graph) { continue }
      if own > members[component]?.rank ?? 0 { members[component] = (own, []) }
      if own == members[component]?.rank ?? 0, members[component]?.places.count ?? 0 < attempts {
        members[component]?.places.append(place)
      }
    }
    return members.sorted { $0.key < $1.key }.compactMap { component, starts in
      var best: (blocks: [UInt32], references: [ReferenceSlot])?
      for start in starts.places {
        let limit = best?.blocks.count ?? Int.max
        if limit <= 2 { break }
        best =
          cycle(
            from: start,
            graph,
            loose,
            numbers,
            components.of,
            component,
            shorterThan: limit
          ) ?? best
      }
      return best
    }
  }

  private static func leadsToItself(_ block: Int, _ graph: borrowing BlockGraph) -> Bool {
    var (edge, end) = graph.range(of: block)
    while edge < end {
      let item = graph.edges[edge]
      if counts(item), Int(item.target) == block { return true }
      edge += 1
    }
    return false
  }

  private static func cycle(
    from start: Int,
    _ graph: borrowing BlockGraph,
    _ loose: [Int],
    _ numbers: borrowing FlatArray<UInt32>,
    _ components: [UInt32],
    _ component: UInt32,
    shorterThan limit: Int
  ) -> (blocks: [UInt32], references: [ReferenceSlot])? {
    /// How a block was reached.
    struct Step {
      let place: Int
      let from: Int
      let slot: ReferenceSlot
      let length: Int
    }
    var steps = [Step(place: start, from: -1, slot: .none, length: 1)]
    var seen: Set<Int> = [start]
    var next = 0
    while next < steps.count, steps.count < most {
      let step = steps[next]
      guard step.length < limit else { return nil }
      var (edge, end) = graph.range(of: loose[step.place])
      while edge < end {
        let item = graph.edges[edge]
        edge += 1
        guard Self.counts(item), case let target = Int(numbers[Int(item.target)]) - 1, target >= 0,
          components[target] == component
        else { continue }
        if target == start {
          var blocks: [UInt32] = []
          var references = [item.slot]
          var place = next
          while place >= 0 {
            blocks.append(UInt32(loose[steps[place].place]))
            if steps[place].from >= 0 { references.append(steps[place].slot) }
            place = steps[place].from
          }
          return (blocks.reversed(), references.reversed())
        }
        if seen.insert(target).inserted {
          steps.append(Step(place: target, from: next, slot: item.slot, length: step.length + 1))
        }
      }
      next += 1
    }
    return nil
  }
}
