/// Puts what was found into a snapshot.
enum Assembly {
  // MARK: - Amounts

  /// Adds the live and the leaked blocks of each type and each of its stacks.
  static func addAmounts(
    to snapshot: inout HeapSnapshot,
    _ table: borrowing HeapTable,
    _ blockTypes: borrowing FlatArray<UInt32>,
    _ types: HeapTypes,
    isHeld: (Int) -> Bool
  ) {
    var sums = AmountTable()
    var block = 0
    while block < table.count {
      let item = table.blocks[block]
      // Both are greater than 0 together: stacks count from 1.
      let key = UInt64(blockTypes[block]) << 32 | UInt64(item.stack)
      sums.add(key, blocks: 1, bytes: item.size, isLeaked: !isHeld(block))
      block &+= 1
    }
    addNewTypes(to: &snapshot, types)
    var all = [[HeapSnapshot.Site]](repeating: [], count: types.all.count)
    sums.eachAmount { key, sum in
      var site = HeapSnapshot.Site(stack: UInt32(truncatingIfNeeded: key))
      site.leaked = HeapSnapshot.Amount(blocks: sum.leakedBlocks, bytes: sum.leakedBytes)
      site.live = HeapSnapshot.Amount(blocks: sum.blocks, bytes: sum.bytes)
      site.live += site.leaked
      all[Int(key >> 32)].append(site)
    }
    for number in all.indices {
      for site in all[number] {
        snapshot.types[number].live += site.live
        snapshot.types[number].leaked += site.leaked
      }
      let sorted = all[number].sorted {
        ($0.leaked.bytes, $0.live.bytes, $1.stack) > ($1.leaked.bytes, $1.live.bytes, $0.stack)
      }
      snapshot.types[number].sites = Array(sorted.prefix(HeapAnalysis.Limit.sites))
      snapshot.live += snapshot.types[number].live
      snapshot.leaked += snapshot.types[number].leaked
    }
  }

  /// Adds types that have been found meanwhile.
  static func addNewTypes(to snapshot: inout HeapSnapshot, _ types: HeapTypes) {
    for type in types.all.dropFirst(snapshot.types.count) {
      snapshot.types.append(
        HeapSnapshot.TypeEntry(name: type.name, module: type.module, kind: type.kind)
      )
    }
  }

  static func addConservatism(
    to snapshot: inout HeapSnapshot,
    _ table: borrowing HeapTable,
    _ mark: borrowing HeapMark
  ) {
    for block in 0..<table.count {
      let amount = HeapSnapshot.Amount(blocks: 1, bytes: table.blocks[block].size)
      switch mark.levels[block] {
      case HeapMark.Level.stack: snapshot.conservatism.heldByStacksOnly += amount
      case HeapMark.Level.inside: snapshot.conservatism.heldByInsideOnly += amount
      default: break
      }
    }
  }

  // MARK: - Leaks

  /// Equal leaks.
  private struct Group {
    let example: HeapCycles.Island
    var count = 0
    var amount = HeapSnapshot.Amount()
  }

  /// Adds what nothing holds, equal ones together, of cycles with a block that is asked for.
  static func addLeaks(
    to snapshot: inout HeapSnapshot,
    _ cycles: borrowing HeapCycles,
    _ table: borrowing HeapTable,
    _ blockTypes: borrowing FlatArray<UInt32>,
    _ types: HeapTypes,
    _ image: ProcessImage,
    _ isOwn: (_ address: UInt64, _ stack: UInt32) -> Bool
  ) {
    // By types, references and stacks, beginning with the smallest, so that equal cycles are the same.
    var groups: [[UInt64]: Group] = [:]
    for island in cycles.islands {
      let blocks = island.cycle.map { table.blocks[Int($0)] }
      guard blocks.contains(where: { isOwn($0.address, $0.stack) }) else { continue }
      let words = island.cycle.indices.map { place -> [UInt64] in
        let block = Int(island.cycle[place])
        let reference = UInt64(island.references[place].key)
        return [UInt64(blockTypes[block]) << 24 | reference, UInt64(table.blocks[block].stack)]
      }
      let first = smallest(words.count) { words[$0].lexicographicallyPrecedes(words[$1]) }
      let key = rotated(words, first).flatMap(\.self)
      var group =
        groups[key]
        ?? Group(
          example: HeapCycles.Island(
            cycle: rotated(island.cycle, first),
            references: rotated(island.references, first)
          )
        )
      group.count += 1
      group.amount += island.amount
      groups[key] = group
    }
    addSingles(to: &groups, cycles, table, blockTypes, isOwn)
    let sorted = groups.sorted {
      ($0.value.amount.bytes, $0.value.count, $1.key[0])
        > ($1.value.amount.bytes, $1.value.count, $0.key[0])
    }
    // Of a part, all: the ones that somebody looks for may be the smallest.
    let most = table.isPartial ? sorted.count : HeapAnalysis.Limit.leaks
    snapshot.leaks = sorted.prefix(most).map { _, group in
      leak(group, table, blockTypes, types, image)
    }
  }

  private static func addSingles(
    to groups: inout [[UInt64]: Group],
    _ cycles: borrowing HeapCycles,
    _ table: borrowing HeapTable,
    _ blockTypes: borrowing FlatArray<UInt32>,
    _ isOwn: (_ address: UInt64, _ stack: UInt32) -> Bool
  ) {
    var sums = AmountTable()
    var examples: [UInt64: UInt32] = [:]
    for place in 0..<cycles.singleCount {
      let single = cycles.singles[place]
      let block = Int(single.block)
      guard isOwn(table.blocks[block].address, table.blocks[block].stack) else { continue }
      let key = UInt64(blockTypes[block]) << 32 | UInt64(table.blocks[block].stack)
      let count = sums.count
      sums.add(key, blocks: Int(single.blocks), bytes: Int(single.bytes))
      // One more of them: what is leaked stands for how many there are.
      sums.add(key, blocks: 1, bytes: 0, isLeaked: true)
      if sums.count > count { examples[key] = single.block }
    }
    sums.eachAmount { key, sum in
      var group = Group(example: HeapCycles.Island(cycle: examples[key].map { [$0] } ?? []))
      group.count = sum.leakedBlocks
      group.amount = HeapSnapshot.Amount(blocks: sum.blocks, bytes: sum.bytes)
      groups[[key]] = group
    }
  }

  private static func leak(
    _ group: Group,
    _ table: borrowing HeapTable,
    _ blockTypes: borrowing FlatArray<UInt32>,
    _ types: HeapTypes,
    _ image: ProcessImage
  ) -> HeapSnapshot.Leak {
    let found = labels(group.example, table, blockTypes, types, image)
    let first = smallest(found.count) { found[$0] < found[$1] }
    let blocks = rotated(group.example.cycle, first).map { Int($0) }
    let stacks = blocks.map { table.blocks[$0].stack }
    return HeapSnapshot.Leak(
      cycle: rotated(found, first),
      types: blocks.map { Int(blockTypes[$0]) },
      stacks: stacks,
      makers: stacks.map(types.functions.maker),
      count: group.count,
      leaked: group.amount
    )
  }

  /// Where a ring has to begin so that what follows is smallest; 0 for an empty one.
  private static func smallest(_ count: Int, _ precedes: (Int, Int) -> Bool) -> Int {
    (0..<count).min { first, second in
      for step in 0..<count {
        let (left, right) = ((first + step) % count, (second + step) % count)
        if precedes(left, right) { return true }
        if precedes(right, left) { return false }
      }
      return false
    } ?? 0
  }

  private static func rotated<Element>(_ all: [Element], _ first: Int) -> [Element] {
    all.isEmpty ? [] : Array(all[first...] + all[..<first])
  }

  /// The references on a cycle, with the numbers of elements.
  private static func labels(
    _ island: HeapCycles.Island,
    _ table: borrowing HeapTable,
    _ blockTypes: borrowing FlatArray<UInt32>,
    _ types: HeapTypes,
    _ image: ProcessImage
  ) -> [String] {
    var result: [String] = []
    for place in island.references.indices {
      let slot = island.references[place]
      let block = table.blocks[Int(island.cycle[place])]
      let type = Int(blockTypes[Int(island.cycle[place])])
      let next = table.blocks[Int(island.cycle[(place + 1) % island.cycle.count])]
      var element: Int?
      if slot.isTail, case .elements(let start, let stride, _) = types.all[type].tail, stride > 0 {
        var offset = start + slot.word * 8
        while offset + 8 <= block.size, element == nil {
          let value =
            (image.pointer(at: block.address + UInt64(offset)) ?? 0) & 0x00FF_FFFF_FFFF_FFF8
          if value >= next.address, value < next.end { element = (offset - start) / stride }
          offset += stride
        }
      }
      result.append(types.label(type, slot, element: element))
    }
    return result
  }

  // MARK: - Holders

  /// Adds who points to the blocks of each type.
  static func addHolders(
    to snapshot: inout HeapSnapshot,
    _ scan: borrowing HeapScan,
    _ mark: borrowing HeapMark,
    _ roots: HeapRoots,
    _ types: HeapTypes,
    _ names: RootNames
  ) {
    // 20 bits for each type, and 24 for the part.
    let most = 1 << 20 - 1
    var sums = AmountTable()
    var block = 0
    while block < scan.graph.count {
      if mark.isHeld(block) {
        let source = UInt64(min(Int(scan.types[block]), most)) << 44
        var (edge, end) = scan.graph.range(of: block)
        while edge < end {
          let item = scan.graph.edges[edge]
          if item.isStrong {
            let target = UInt64(min(Int(scan.types[Int(item.target)]), most)) << 24
            // The side of a type that has no number 0: that of side tables leads nowhere.
            sums.add(
              source | target | UInt64(item.slot.key),
              blocks: 1,
              bytes: item.slot.isUnmanaged ? 1 : 0
            )
          }
          edge &+= 1
        }
      }
      block &+= 1
    }
    var holders = [[HeapSnapshot.Holder]](repeating: [], count: types.all.count)
    sums.eachAmount { key, sum in
      let (source, target) = (Int(key >> 44), Int(key >> 24) & most)
      holders[target].append(
        HeapSnapshot.Holder(
          place: types.label(source, ReferenceSlot(bits: UInt32(key & (1 << 24 - 1)))),
          type: source,
          count: sum.blocks,
          isStrong: sum.bytes == 0
        )
      )
    }
    var byRoot: [UInt64: Int] = [:]
    for reference in roots.references {
      byRoot[UInt64(reference.root) << 32 | UInt64(scan.types[Int(reference.block)]), default: 0] +=
        1
    }
    for (key, count) in byRoot {
      holders[Int(key & 0xFFFF_FFFF)].append(
        HeapSnapshot.Holder(
          place: names.name(roots.places[Int(key >> 32)]).text,
          type: nil,
          count: count,
          isStrong: true
        )
      )
    }
    for number in holders.indices where !holders[number].isEmpty {
      let sorted = holders[number].sorted { ($0.count, $1.place) > ($1.count, $0.place) }
      snapshot.types[number].holders = Array(sorted.prefix(HeapAnalysis.Limit.holders))
    }
  }

  /// Adds what types and roots alone hold.
  static func addRetained(
    to snapshot: inout HeapSnapshot,
    _ scan: consuming HeapScan,
    _ roots: HeapRoots,
    _ table: borrowing HeapTable,
    _ names: RootNames
  ) {
    let count = snapshot.types.count
    let blockTypes = scan.types
    let rooted = RootedGraph(
      scan.graph,
      roots: roots.places.count,
      roots.references.map { (Int($0.root), Int($0.block)) }
    )
    let holders = HeapHolders(
      rooted,
      types: count,
      type: { Int(blockTypes[$0]) },
      size: { table.blocks[$0].size }
    )
    for number in 0..<count { snapshot.types[number].retained = holders.byType[number] }
    let largest = holders.byRoot.indices.filter { holders.byRoot[$0].blocks > 0 }.sorted {
      holders.byRoot[$0].bytes > holders.byRoot[$1].bytes
    }
    snapshot.roots = largest.prefix(HeapAnalysis.Limit.roots).map { root in
      let name = names.name(roots.places[root])
      return HeapSnapshot.Root(name: name.text, module: name.module, retained: holders.byRoot[root])
    }
  }
}
