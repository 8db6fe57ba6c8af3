import HashTreeCollections

extension NavigationTree {
  /// The way from the root to a node.
  struct Path {
    /// The nodes on the way, the root first.
    var nodes: [TreeNode]
    /// The place of each node but the root among its siblings.
    var places: [Int]
    /// The node at the end.
    let target: TreeNode
  }

  /// Climbs from a destination to the root by the index, then descends by its trace.
  func path(to id: Destination.ID) -> Path? {
    guard let rootNode, let entry = index[id] else { return nil }
    var parent = entry.parent
    var ancestors: [Destination] = []
    while let next = parent {
      ancestors.append(next)
      parent = index[next.id]?.parent
    }
    var nodes = [rootNode]
    var places: [Int] = []
    var node = rootNode
    if !ancestors.isEmpty {
      for ancestor in ancestors.dropLast().reversed() {
        guard let place = node.childIndex(of: ancestor) else { return nil }
        node = node.children[place]
        places.append(place)
        nodes.append(node)
      }
      guard let place = node.children.firstIndex(where: { $0.destination.id == id }) else {
        return nil
      }
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

  /// Copies the way to the root with another node at its end.
  mutating func replaceTarget(of path: Path, with replacement: TreeNode) {
    var node = replacement
    for level in path.places.indices.reversed() {
      node = path.nodes[level].replacingChild(at: path.places[level], with: node)
    }
    rootNode = node
  }

  /// Notes the parents of a subtree's destinations.
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
      IndexEntry(destination: destination, parent: parent),
      forKey: destination.id
    )
    if let before { throw .duplicate(existing: before.destination, added: destination) }
  }

  /// Forgets the parents of a subtree's destinations.
  mutating func removeFromIndex(_ node: TreeNode) {
    var rest = [node]
    while let node = rest.popLast() {
      index[node.destination.id] = nil
      rest.append(contentsOf: node.children)
    }
  }
}
