/// Blocks with a node for each root before them, and before these node 0, which leads to all roots.
struct RootedGraph: ~Copyable {
  private let blocks: BlockGraph
  /// The number of nodes before the blocks.
  let heads: Int
  private let headStarts: FlatArray<UInt64>
  private let headTargets: FlatArray<UInt32>

  var count: Int { heads + blocks.count }

  /// Puts roots before blocks.
  ///
  /// - Parameters:
  ///   - blocks: All blocks.
  ///   - roots: How many there are.
  ///   - references: Which of them leads to which block.
  init(_ blocks: consuming BlockGraph, roots: Int, _ references: [(root: Int, block: Int)]) {
    heads = roots + 1
    headStarts = FlatArray(count: roots + 2)
    headTargets = FlatArray(count: roots + references.count)
    for root in 0..<roots { headTargets[root] = UInt32(root + 1) }
    headStarts[1] = UInt64(roots)
    for reference in references { headStarts[reference.root + 2] += 1 }
    for head in 2..<max(2, roots + 2) { headStarts[head] += headStarts[head - 1] }
    let filled = FlatArray<UInt32>(count: roots)
    for reference in references {
      let place = Int(headStarts[reference.root + 1]) + Int(filled[reference.root])
      headTargets[place] = UInt32(heads + reference.block)
      filled[reference.root] += 1
    }
    self.blocks = blocks
  }

  /// The places of a node's references.
  @inline(__always)
  func range(of node: Int) -> (Int, Int) {
    node < heads
      ? (Int(headStarts[node]), Int(headStarts[node &+ 1])) : blocks.range(of: node &- heads)
  }

  /// The node that a reference leads to; the greatest number if it doesn't keep it.
  @inline(__always)
  func target(_ edge: Int, of node: Int) -> UInt32 {
    if node < heads { return headTargets[edge] }
    let item = blocks.edges[edge]
    return item.isStrong ? item.target &+ UInt32(truncatingIfNeeded: heads) : UInt32.max
  }
}
