/// The intervals by what has begun or dispatched them, as a tree of paths: each node stands for all intervals of one
/// kind and name that came about in the same way.
///
/// Bounded: what would be deeper than ``maximumDepth``, or a node too many, begins a path of its own.
struct CallTree {
  /// All intervals of one path.
  struct Node {
    /// The node above; -1 for none.
    let parent: Int32
    /// The kind and name, as an index into the analyzer's groups.
    let group: Int32
    let depth: Int32
    var count: UInt64 = 0
    /// The sum of the durations, in nanoseconds.
    var total: Int64 = 0
    /// The part of it in which no child ran.
    var selfTime: Int64 = 0
  }

  static let maximumDepth: Int32 = 64
  static let maximumNodes = 8192
  static let none: Int32 = -1

  private(set) var nodes: [Node] = []
  private var roots: [Int32] = []
  private var children: [UInt64: Int32] = [:]
  /// A node of each slot, before the dictionary: most intervals are where one was not long before.
  private var cache: [Int32] = Array(repeating: none, count: cacheSize)
  private static let cacheSize = 256

  /// The node of a group below another, which is added if it is new.
  ///
  /// Complexity: O(1).
  mutating func node(of group: Int, below parent: Int32) -> Int32 {
    guard parent != Self.none, nodes[Int(parent)].depth < Self.maximumDepth else {
      return root(of: group)
    }
    let slot = (Int(parent) &* 31 &+ group) & (Self.cacheSize - 1)
    let cached = cache[slot]
    if cached != Self.none, nodes[Int(cached)].parent == parent, nodes[Int(cached)].group == group {
      return cached
    }
    let key = UInt64(UInt32(bitPattern: parent)) << 32 | UInt64(group)
    if let known = children[key] {
      cache[slot] = known
      return known
    }
    guard nodes.count < Self.maximumNodes else { return root(of: group) }
    let index = append(group, parent: parent, depth: nodes[Int(parent)].depth + 1)
    children[key] = index
    cache[slot] = index
    return index
  }

  mutating func record(_ node: Int32, duration: Int64, selfTime: Int64) {
    nodes[Int(node)].count += 1
    nodes[Int(node)].total &+= duration
    nodes[Int(node)].selfTime &+= selfTime
  }

  /// The nodes from the outermost to the one above `node`.
  func path(above node: Int32) -> [Node] {
    var path: [Node] = []
    var next = nodes[Int(node)].parent
    while next != Self.none {
      path.append(nodes[Int(next)])
      next = nodes[Int(next)].parent
    }
    return path.reversed()
  }

  private mutating func root(of group: Int) -> Int32 {
    while roots.count <= group { roots.append(Self.none) }
    if roots[group] == Self.none { roots[group] = append(group, parent: Self.none, depth: 1) }
    return roots[group]
  }

  private mutating func append(_ group: Int, parent: Int32, depth: Int32) -> Int32 {
    nodes.append(Node(parent: parent, group: Int32(group), depth: depth))
    return Int32(nodes.count - 1)
  }
}
