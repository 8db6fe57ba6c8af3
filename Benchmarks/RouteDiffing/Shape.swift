import KatanaRouter

/// The shape of a benchmark's tree.
enum Shape: String, CaseIterable {
  /// Each destination has four children, but for the last.
  case tree
  /// All but the root are its children.
  case flat
  /// Each destination has one child.
  case chain

  /// The place of the parent of a destination.
  private func parent(of place: Int) -> Int {
    switch self {
    case .tree: (place - 1) / 4
    case .flat: 0
    case .chain: place - 1
    }
  }

  /// A tree of so many destinations, the first child of each active.
  func make(_ destinations: [Destination]) throws -> NavigationTree {
    var children = [[NavigationNode]](repeating: [], count: destinations.count)
    for place in destinations.indices.dropFirst().reversed() {
      let parent = parent(of: place)
      let isFirst = place == 1 || self.parent(of: place - 1) != parent
      children[parent].append(
        NavigationNode(
          destinations[place],
          isActive: isFirst,
          children: children[place].reversed()
        )
      )
      children[place] = []
    }
    return try NavigationTree(
      NavigationNode(destinations[0], isActive: true, children: children[0].reversed())
    )
  }

  /// The same tree of the original's objects.
  func makeOriginal(_ destinations: [Destination]) -> OriginalNode {
    var children = [[OriginalNode]](repeating: [], count: destinations.count)
    for place in destinations.indices.dropFirst().reversed() {
      children[parent(of: place)].append(
        OriginalNode(destinations[place], children: children[place].reversed())
      )
      children[place] = []
    }
    return OriginalNode(destinations[0], children: children[0].reversed())
  }
}
