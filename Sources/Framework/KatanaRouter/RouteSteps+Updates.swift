extension RouteSteps {
  /// What both trees have in the same place with different contexts, in the pre-order of the new tree.
  var updates: [Destination] {
    guard let oldRoot, let newRoot, oldRoot !== newRoot,
      oldRoot.destination.isSameScreen(as: newRoot.destination)
    else { return [] }
    var updates: [Destination] = []
    var rest = [(old: oldRoot, new: newRoot)]
    while let (old, new) = rest.popLast() {
      if !old.destination.hasSameContext(as: new.destination) { updates.append(new.destination) }
      let start = rest.count
      old.forEachChange(to: new) { rest.append(($0, $1)) }
      rest[start...].reverse()
    }
    return updates
  }
}

extension TreeNode {
  /// Calls a closure with the children that both nodes have and that differ in memory.
  fileprivate func forEachChange(to new: TreeNode, _ body: (TreeNode, TreeNode) -> Void) {
    var places: PlaceTable?
    for (place, child) in new.children.enumerated() {
      if place < childCount, children[place] === child { continue }
      // Mostly all stand in the same places, and nothing has to be looked up.
      if place < childCount, children[place].destination.isSameScreen(as: child.destination) {
        body(children[place], child)
        continue
      }
      let known = places ?? PlaceTable(self, children.indices)
      places = known
      guard let place = known.place(of: child.destination), children[place] !== child else {
        continue
      }
      body(children[place], child)
    }
  }
}
