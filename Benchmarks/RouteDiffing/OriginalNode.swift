import KatanaRouter

/// The comparison of KatanaRouter 0.4: each node is looked for in the other tree, one by one.
final class OriginalNode {
  let value: Destination
  var children: [OriginalNode]

  init(_ value: Destination, children: [OriginalNode] = []) {
    self.value = value
    self.children = children
  }

  convenience init(_ tree: NavigationTree) throws {
    guard let root = tree.root else { throw NavigationError.noRoot }
    self.init(root)
  }

  private convenience init(_ node: NavigationNode) {
    self.init(node.destination, children: node.children.map { OriginalNode($0) })
  }

  private func visit(_ body: (OriginalNode) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }

  /// How many nodes there are.
  var count: Int { children.reduce(1) { $0 + $1.count } }

  private func contains(_ value: Destination) -> Bool {
    self.value == value || children.contains { $0.contains(value) }
  }

  /// How many nodes only one of the trees has.
  static func changes(from old: OriginalNode, to new: OriginalNode) -> Int {
    var count = 0
    old.visit { if !new.contains($0.value) { count += 1 } }
    new.visit { if !old.contains($0.value) { count += 1 } }
    return count
  }
}
