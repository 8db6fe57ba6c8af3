/// The tree of the destinations that an application shows, as a value.
///
/// A changed tree shares every unchanged subtree with the one before, so old trees are cheap to keep, and comparing two of them looks only
/// at what differs.
///
/// Shape: immutable nodes that know their children, plus an index of the parents, which finds the path to a destination from below.
///
/// Complexity: an edit copies the nodes on the path to the root with their arrays of children: O(depth + siblings) in time and in
/// allocations. An edit that adds or removes subtrees also updates the index for each of their destinations: O(log n) each, in the number
/// of all destinations. The first such edit of a tree that was made as a whole, or of its copies, makes its index changeable: O(n), once.
///
/// Source: docs/semantics/router.md, R2, R4; in the original each edit copied all nodes.
public struct NavigationTree: Sendable {
  var rootNode: TreeNode?

  var index: DestinationIndex

  /// Makes an empty tree.
  public init() {
    index = DestinationIndex()
  }

  /// Makes a tree.
  ///
  /// - Throws: `NavigationError.duplicate` if two destinations have one identity.
  public init(_ root: NavigationNode?) throws(NavigationError) {
    index = if let root { try DestinationIndex(root.node) } else { DestinationIndex() }
    rootNode = root?.node
  }

  /// The root with everything under it.
  public var root: NavigationNode? {
    rootNode.map { NavigationNode($0, isActive: true) }
  }

  /// Number of destinations.
  public var count: Int { index.count }

  /// Whether there are no destinations.
  public var isEmpty: Bool { rootNode == nil }

  /// The destination in front: the end of the path along active children.
  ///
  /// Complexity: O(depth).
  public var activeLeaf: NavigationNode? { root?.activeLeaf }

  /// The destinations from the root to the active leaf.
  public var activePath: [Destination] {
    var path: [Destination] = []
    var next = rootNode
    while let node = next {
      path.append(node.destination)
      next = node.activeChild
    }
    return path
  }

  /// Whether a destination is in the tree.
  ///
  /// Complexity: one look-up.
  public func contains(_ id: Destination.ID) -> Bool { index[id] != nil }

  /// The parent of a destination; `nil` for the root and for what is not in the tree.
  public func parent(of id: Destination.ID) -> Destination? { index[id]?.parent }

  /// The node of a destination, if it is in the tree.
  ///
  /// Complexity: O(depth) look-ups, and a scan of the siblings at each level.
  public func find(_ id: Destination.ID) -> NavigationNode? {
    guard let path = path(to: id) else { return nil }
    let isActive =
      path.places.last.map { path.nodes[path.places.count - 1].activeIndex == $0 } ?? true
    return path.nodes.last.map { NavigationNode($0, isActive: isActive) }
  }

  /// The nodes of the tree; see `NavigationNode.traverse(postOrder:_:)`.
  public func nodes(postOrder: Bool = false) -> [NavigationNode] {
    root?.nodes(postOrder: postOrder) ?? []
  }

  /// Whether both are the same in memory; then they are equal.
  ///
  /// Complexity: O(1).
  public func isIdentical(to other: NavigationTree) -> Bool { rootNode === other.rootNode }
}

extension NavigationTree: Equatable {
  /// Whether both have the same destinations of the same types in the same places, and the same active ones; contexts don't count.
  ///
  /// Complexity: O(n) in what both don't share.
  public static func == (left: NavigationTree, right: NavigationTree) -> Bool {
    left.root == right.root
  }
}

extension NavigationTree: CustomStringConvertible {
  /// The tree as the documents write it, such as `A*[B*, C[D]]`.
  public var description: String {
    guard let rootNode else { return "empty" }
    var text = ""
    var rest: [(node: TreeNode?, text: String)] = [(rootNode, "*")]
    while let (node, mark) = rest.popLast() {
      guard let node else {
        text += mark
        continue
      }
      text += node.destination.userIdentifier ?? "\(node.destination.id)"
      text += mark
      guard !node.children.isEmpty else { continue }
      text += "["
      rest.append((nil, "]"))
      for index in node.children.indices.reversed() {
        rest.append((node.children[index], index == node.activeIndex ? "*" : ""))
        if index > 0 { rest.append((nil, ", ")) }
      }
    }
    return text
  }
}

extension NavigationTree {
  /// The path from the root to a node.
  struct Path {
    /// The nodes on the path, the root first.
    var nodes: [TreeNode]
    /// The index of each node but the root among its siblings.
    var places: [Int]
    /// The node at the end.
    let target: TreeNode
  }

  /// Climbs from a destination to the root by the index, then descends along the same way.
  func path(to id: Destination.ID) -> Path? {
    guard let rootNode, var entry = index[id] else { return nil }
    // All but the root.
    var trace: [Destination] = []
    while let parent = entry.parent, let next = index[parent.id] {
      trace.append(entry.destination)
      entry = next
    }
    var nodes = [rootNode]
    var places: [Int] = []
    var node = rootNode
    for destination in trace.reversed() {
      guard let place = node.childIndex(of: destination) else { return nil }
      node = node.children[place]
      places.append(place)
      nodes.append(node)
    }
    return Path(nodes: nodes, places: places, target: node)
  }

  func requirePath(to id: Destination.ID) throws(NavigationError) -> Path {
    guard let path = path(to: id) else { throw .unknownDestination(id) }
    return path
  }

  /// Copies the path to the root with another node at its end.
  mutating func replaceTarget(of path: Path, with replacement: TreeNode) {
    var node = replacement
    for level in path.places.indices.reversed() {
      node = path.nodes[level].replacingChild(at: path.places[level], with: node)
    }
    rootNode = node
  }

  /// Adds the parents of a subtree's destinations.
  mutating func addToIndex(_ node: TreeNode, under parent: Destination?) throws(NavigationError) {
    try note(node.destination, under: parent)
    var rest = [node]
    while let node = rest.popLast() {
      for child in node.children {
        try note(child.destination, under: node.destination)
        if !child.children.isEmpty { rest.append(child) }
      }
    }
  }

  private mutating func note(
    _ destination: Destination,
    under parent: Destination?
  ) throws(NavigationError) {
    let before = index.updateValue(
      DestinationIndex.Entry(destination: destination, parent: parent),
      forKey: destination.id
    )
    if let before { throw .duplicate(existing: before.destination, added: destination) }
  }

  /// Removes the parents of a subtree's destinations.
  mutating func removeFromIndex(_ node: TreeNode) {
    var rest = [node]
    while let node = rest.popLast() {
      index[node.destination.id] = nil
      rest.append(contentsOf: node.children)
    }
  }
}
