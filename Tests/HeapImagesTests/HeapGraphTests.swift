import SeededRandom
import Testing

@testable import HeapImages

@Suite struct HeapGraphTests {
  /// What a search finds that leaves out one node.
  private static func reached(
    _ count: Int,
    _ references: [(from: Int, to: Int)],
    without: Int = -1
  ) -> Set<Int> {
    if without == 0 { return [] }
    var targets = [[Int]](repeating: [], count: count)
    for reference in references { targets[reference.from].append(reference.to) }
    var (seen, next): (Set<Int>, [Int]) = ([0], [0])
    while let node = next.popLast() {
      for target in targets[node] where target != without && seen.insert(target).inserted {
        next.append(target)
      }
    }
    return seen
  }

  @Test(arguments: RandomHistories.seeds(200))
  func `dominators are the nodes without which others aren't reached`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...12, using: &random)
    let references = (0..<Int.random(in: 0...3 * count, using: &random)).map { _ in
      (
        from: Int.random(in: 0..<count, using: &random),
        to: Int.random(in: 0..<count, using: &random)
      )
    }
    let roots = (0..<count).filter { _ in Bool.random(using: &random) }
    let graph = RootedGraph(
      BlockGraph(count: count, references),
      roots: 1,
      roots.map { (root: 0, block: $0) }
    )
    // Node 0, the root's node, and the blocks from 2 on.
    let all =
      [(from: 0, to: 1)] + roots.map { (from: 1, to: $0 + 2) }
      + references.map { (from: $0.from + 2, to: $0.to + 2) }
    let reached = Self.reached(count + 2, all)
    let tree = Dominators(graph)
    #expect(tree.count == reached.count)
    for place in 1..<tree.count {
      let node = Int(tree.nodes[place])
      let without = (0..<count + 2).filter { other in
        other != node && !Self.reached(count + 2, all, without: other).contains(node)
      }
      // The last one is the one that all others dominate.
      let immediate = without.max { first, second in
        without.count { !Self.reached(count + 2, all, without: $0).contains(first) }
          < without.count { !Self.reached(count + 2, all, without: $0).contains(second) }
      }
      #expect(Int(tree.nodes[Int(tree.dominators[place])]) == immediate)
    }
  }

  @Test func `what a type retains is counted once, though its objects hold each other`() {
    // 0 -> 1 -> 2 -> 3, and 4 that both 0 and the root hold.
    let graph = RootedGraph(
      BlockGraph(count: 5, [(0, 1), (1, 2), (2, 3), (0, 4)]),
      roots: 2,
      [(0, 0), (1, 4)]
    )
    let holders = HeapHolders(
      graph,
      types: 2,
      type: { $0 == 1 || $0 == 3 ? 1 : 0 },
      size: { 10 * ($0 + 1) }
    )
    #expect(holders.byType[1] == HeapSnapshot.Amount(blocks: 3, bytes: 20 + 30 + 40))
    #expect(holders.byType[0] == HeapSnapshot.Amount(blocks: 5, bytes: 10 + 20 + 30 + 40 + 50))
    #expect(holders.byRoot[0] == HeapSnapshot.Amount(blocks: 4, bytes: 100))
    #expect(holders.byRoot[1] == HeapSnapshot.Amount())
  }

  @Test func `each cycle is an island with what only it holds, and a shortest way round`() {
    let graph = BlockGraph(
      count: 12,
      [
        // Held by the root.
        (0, 1),
        // A cycle of two in one of three, which holds 5 and, by it, 6.
        (2, 3), (3, 2), (3, 4), (4, 2), (4, 5), (5, 6),
        // One that leads to itself.
        (7, 7), (7, 8),
        // One that nothing holds, and what it holds.
        (9, 10), (9, 1),
        // A ring of blocks that count no references.
        (11, 11),
      ]
    )
    let cycles = HeapCycles(
      graph,
      isHeld: { $0 < 2 },
      rank: { $0 == 11 ? 0 : 2 },
      size: { 1 << $0 }
    )
    let found =
      cycles.islands.map { (Set($0.cycle), $0.references.count, $0.amount.bytes) }
      + (0..<cycles.singleCount).map {
        (Set([cycles.singles[$0].block]), 0, Int(cycles.singles[$0].bytes))
      }
    #expect(found.count == 4)
    #expect(found.contains { $0 == ([2, 3], 2, 0b111_1100) })
    #expect(found.contains { $0 == ([7], 1, 0b1_1000_0000) })
    #expect(found.contains { $0 == ([9], 0, 0b110_0000_0000) })
    #expect(found.contains { $0 == ([11], 0, 1 << 11) })
  }

  @Test(arguments: RandomHistories.seeds(100))
  func `islands have each unheld block once, and cycles that are there`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...40, using: &random)
    let references = (0..<Int.random(in: 0...2 * count, using: &random)).map { _ in
      (
        from: Int.random(in: 0..<count, using: &random),
        to: Int.random(in: 0..<count, using: &random)
      )
    }
    let root = Int.random(in: 0..<count, using: &random)
    let graph = BlockGraph(count: count, references)
    let mark = HeapMark(
      graph,
      [HeapRoots.Reference(block: UInt32(root), root: 0, isInside: false, isOfStack: false)]
    )
    let swapped = references.map { pair in
      (
        from: pair.from == root ? 0 : pair.from == 0 ? root : pair.from,
        to: pair.to == root ? 0 : pair.to == 0 ? root : pair.to
      )
    }
    let held = Set(Self.reached(count, swapped).map { $0 == 0 ? root : $0 == root ? 0 : $0 })
    #expect(Set((0..<count).filter { mark.isHeld($0) }) == held)
    let cycles = HeapCycles(
      graph,
      isHeld: { mark.isHeld($0) },
      rank: { _ in 2 },
      size: { _ in 1 }
    )
    let singles = (0..<cycles.singleCount).map { cycles.singles[$0] }
    let blocks = cycles.islands.map(\.amount.blocks) + singles.map { Int($0.blocks) }
    #expect(blocks.reduce(0, +) == count - held.count)
    for island in cycles.islands {
      for place in island.cycle.indices {
        let (from, to) = (
          island.cycle[place], island.cycle[(place + 1) % island.cycle.count]
        )
        #expect(references.contains { $0.from == Int(from) && $0.to == Int(to) })
      }
    }
    // Whoever leads back to itself is on a cycle or held by one.
    for start in singles.map({ Int($0.block) }) {
      #expect(!references.contains { $0.to == start && $0.from == start })
    }
  }

  @Test func `a block is found by each address in it, and by none beside it`() {
    var random = SplitMix64(seed: 7)
    let count = 3000
    let blocks = FlatArray<HeapBlock>(count: count)
    var address: UInt64 = 0x5555_0000_0000
    for block in 0..<count {
      address += 16 * UInt64.random(in: 0...40, using: &random)
      // Some reach over several regions of 64 MiB, some have no size.
      let size = block % 500 == 499 ? 200 << 20 : Int.random(in: 0...300, using: &random)
      blocks[block] = HeapBlock(address: address, size: size, stack: 1)
      address += UInt64(max(16, size + 15) / 16 * 16)
      if block == count / 2 { address = 0x7fff_0000_0000 }
    }
    let index = BlockIndex(blocks, count: count)
    for block in 0..<count {
      let item = blocks[block]
      #expect(index.block(at: item.address, blocks) == block)
      #expect(index.block(at: item.end - 1, blocks) == block)
      #expect(index.block(at: item.address + (item.end - item.address) / 2, blocks) == block)
      let next = block + 1 < count ? blocks[block + 1].address : UInt64.max
      if item.end < next { #expect(index.block(at: item.end, blocks) == -1) }
    }
    #expect(index.block(at: 0, blocks) == -1)
    #expect(index.block(at: UInt64.max, blocks) == -1)
    #expect(index.firstBlock(after: blocks[10].address, blocks) == 10)
  }
}
