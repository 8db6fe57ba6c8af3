/// What would go with each root, and with all blocks of each type.
struct HeapHolders: ~Copyable {
  private(set) var byType: [HeapSnapshot.Amount]
  private(set) var byRoot: [HeapSnapshot.Amount]

  /// Sums up what nodes dominate.
  ///
  /// - Parameters:
  ///   - graph: All blocks, and what holds them.
  ///   - types: How many there are.
  ///   - type: That of a block.
  ///   - size: That of a block.
  init(
    _ graph: borrowing RootedGraph,
    types: Int,
    type: (Int) -> Int,
    size: (Int) -> Int
  ) {
    let heads = graph.heads
    byType = [HeapSnapshot.Amount](repeating: HeapSnapshot.Amount(), count: types)
    byRoot = [HeapSnapshot.Amount](repeating: HeapSnapshot.Amount(), count: heads - 1)
    let tree = Dominators(graph)
    let bytes = FlatArray<UInt64>(count: tree.count)
    let blocks = FlatArray<UInt32>(count: tree.count)
    let children = FlatArray<UInt32>(count: tree.count)
    let siblings = FlatArray<UInt32>(count: tree.count)
    var place = tree.count - 1
    while place > 0 {
      let node = Int(tree.nodes[place])
      if node >= heads {
        bytes[place] = bytes[place] &+ UInt64(truncatingIfNeeded: size(node &- heads))
        blocks[place] = blocks[place] &+ 1
      }
      let dominator = Int(tree.dominators[place])
      bytes[dominator] = bytes[dominator] &+ bytes[place]
      blocks[dominator] = blocks[dominator] &+ blocks[place]
      siblings[place] = children[dominator]
      children[dominator] = UInt32(truncatingIfNeeded: place)
      if node < heads {
        byRoot[node - 1] = HeapSnapshot.Amount(blocks: Int(blocks[place]), bytes: Int(bytes[place]))
      }
      place &-= 1
    }
    // What a block of a type keeps has been counted for another one of the type that keeps it.
    let depths = FlatArray<UInt32>(count: types)
    let path = FlatArray<UInt32>(count: tree.count)
    var depth = 1
    while depth > 0 {
      let place = Int(path[depth &- 1])
      let child = Int(children[place])
      if child != 0 {
        // It is left out once it has been entered.
        children[place] = siblings[child]
        path[depth] = UInt32(truncatingIfNeeded: child)
        depth &+= 1
        let node = Int(tree.nodes[child])
        guard node >= heads else { continue }
        let number = type(node &- heads)
        if depths[number] == 0 {
          byType[number].blocks += Int(blocks[child])
          byType[number].bytes += Int(bytes[child])
        }
        depths[number] = depths[number] &+ 1
      } else {
        let node = Int(tree.nodes[place])
        if node >= heads {
          let number = type(node &- heads)
          depths[number] = depths[number] &- 1
        }
        depth &-= 1
      }
    }
  }
}
