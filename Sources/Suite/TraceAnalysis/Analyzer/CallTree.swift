/// The intervals as a tree of paths, by what began or dispatched them: each node stands for all intervals of one kind and name with the
/// same path.
///
/// Bounded: deeper intervals than ``maximumDepth``, and nodes beyond the maximum, begin a path of their own.
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

  private struct Place: Hashable {
    let parent: Int32
    let group: Int32
  }

  private(set) var nodes: [Node] = []
  private var places = Numbering<Place>(maximum: maximumNodes)

  /// The node of a group below another, added if new.
  ///
  /// Complexity: O(1).
  mutating func node(of group: Int, below parent: Int32) -> Int32 {
    var place = Place(parent: parent, group: Int32(group))
    if parent != Self.none, nodes[Int(parent)].depth >= Self.maximumDepth {
      place = Place(parent: Self.none, group: place.group)
    }
    let index = places.number(of: place, hint: Int(place.parent) &* 31 &+ group) {
      Place(parent: Self.none, group: $0.group)
    }
    if index == nodes.count {
      let new = places.keys[index]
      let depth = new.parent == Self.none ? 1 : nodes[Int(new.parent)].depth + 1
      nodes.append(Node(parent: new.parent, group: new.group, depth: depth))
    }
    return Int32(index)
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
}
