import Signposts

/// What of a step has happened.
struct PerformedStep {
  var popped: [Destination] = []
  var pushed: [Destination] = []
  var parent: Destination?
  var order: DestinationList?
  var active: Destination??
  /// Whether all of it has, in time.
  var isComplete: Bool { outcome == .success }
  var outcome = RouteStepOutcome.success

  static func nothing(_ outcome: RouteStepOutcome) -> PerformedStep {
    PerformedStep(outcome: outcome)
  }

  /// Does to a tree what was done to what is shown.
  ///
  /// What can't be done has a parent that isn't shown.
  func apply(to tree: inout NavigationTree, target: NavigationTree) {
    for destination in popped {
      if tree.root?.destination == destination {
        tree = NavigationTree()
      } else {
        try? tree.remove(destination.id)
      }
    }
    if let parent {
      try? tree.insert(pushed.map { NavigationNode($0) }, under: parent.id)
      if order != nil || !pushed.isEmpty { sortChildren(of: parent, in: &tree, target: target) }
      if let active { try? tree.setActiveChild(active?.id, of: parent.id) }
    } else if let root = pushed.first {
      try? tree.setRoot(NavigationNode(root))
    }
  }

  /// Brings the children that are shown into the order of the target.
  private func sortChildren(
    of parent: Destination,
    in tree: inout NavigationTree,
    target: NavigationTree
  ) {
    guard let shown = tree.find(parent.id), let wanted = target.find(parent.id) else { return }
    let here = Set(shown.children.map(\.destination.id))
    let order = wanted.children.map(\.destination.id).filter(here.contains)
    let others = here.subtracting(order)
    let rest = shown.children.map(\.destination.id).filter(others.contains)
    try? tree.setChildOrder(of: parent.id, to: order + rest)
  }
}
