import HashTreeCollections
import Katana
import StoreWorkloads

/// A persistent dictionary: where the old value is kept, a write copies a path and not everything.
protocol TreeState: BenchmarkState {
  static var count: Int { get }
  var tree: TreeDictionary<Int, Int> { get set }
}

extension TreeState {
  static var label: String { "tree-\(count / 1000)k" }

  static func makeTree() -> TreeDictionary<Int, Int> {
    TreeDictionary(uniqueKeysWithValues: (0..<count).map { ($0, 0) })
  }

  mutating func touch(_ index: Int) { tree[index % Self.count, default: 0] += 1 }

  var sum: Int { tree.values.reduce(0, +) }
}

/// 1,000 entries.
struct SmallTreeState: TreeState {
  static var count: Int { 1000 }
  var tree = SmallTreeState.makeTree()
}

/// 100,000 entries.
struct LargeTreeState: TreeState {
  static var count: Int { 100_000 }
  var tree = LargeTreeState.makeTree()
}
