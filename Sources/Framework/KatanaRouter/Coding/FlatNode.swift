/// A node of a tree as an element of a list, in which parents come before their children.
///
/// Written so and not nested, a tree of any depth needs no recursion.
struct FlatNode {
  let destination: Destination
  let parent: Int?
  let isActive: Bool

  /// The nodes of a tree in pre-order, siblings in order.
  static func list(_ tree: NavigationTree) -> [FlatNode] {
    var list: [FlatNode] = []
    var rest = tree.root.map { [(node: $0, parent: Int?.none)] } ?? []
    while let (node, parent) = rest.popLast() {
      let place = list.count
      list.append(
        FlatNode(destination: node.destination, parent: parent, isActive: node.isActive)
      )
      for child in node.children.reversed() { rest.append((child, place)) }
    }
    return list
  }

  /// The tree that a list of nodes is of.
  static func tree(_ list: [FlatNode]) throws -> NavigationTree {
    var children = [[NavigationNode]](repeating: [], count: list.count)
    var root: NavigationNode?
    for (place, node) in list.enumerated().reversed() {
      let active = children[place].filter(\.isActive)
      if active.count > 1 {
        throw NavigationCodingError.severalActive(
          active[active.count - 1].destination,
          active[active.count - 2].destination
        )
      }
      let made = NavigationNode(
        node.destination,
        isActive: node.isActive,
        children: children[place].reversed()
      )
      children[place] = []
      if let parent = node.parent, 0..<place ~= parent {
        children[parent].append(made)
      } else if node.parent == nil, place == 0 {
        root = made
      } else {
        throw NavigationCodingError.notATree(node: place)
      }
    }
    return try NavigationTree(root)
  }
}
