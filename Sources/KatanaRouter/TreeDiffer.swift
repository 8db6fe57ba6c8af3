import HashTreeCollections

/// Compares two trees: first matches what both have from the root down, then walks the old one for what
/// goes and the new one for what comes and for what becomes active.
///
/// Each walk has a stack of its own instead of recurring, because a tree may be as deep as it is large.
/// Nothing is hashed but the children of a destination whose order has changed.
struct TreeDiffer {
  private(set) var steps: [RouteStep] = []
  private var matches: [NodeMatch] = []
  private let old: NavigationTree
  private let new: NavigationTree

  init(from old: NavigationTree, to new: NavigationTree) {
    self.old = old
    self.new = new
  }

  mutating func compare() {
    let (old, new) = (old.rootNode, new.rootNode)
    if let old, let new, old.destination.isSameScreen(as: new.destination) {
      findMatches(match(old, new))
      // Mostly there is only one of the two.
      if matches.contains(where: { !$0.popped.isEmpty }) { appendPops() }
      if matches.contains(where: { !$0.pushed.isEmpty || $0.needsReorder }) { appendPushes() }
      appendActives()
      return
    }
    if let old { appendPops(under: old) }
    let oldRoot = DestinationList(old.map { [$0] } ?? [])
    if let new {
      let newRoot = DestinationList([new])
      if oldRoot.isEmpty {
        steps.append(.push(new.destination, under: nil, order: newRoot))
      } else {
        steps.append(.change(under: nil, pop: oldRoot, push: newRoot, order: newRoot))
      }
      appendPushes(under: new)
      appendActives(from: new)
    } else if let old {
      steps.append(.pop(old.destination, from: nil))
    }
  }

  /// Reverses the last steps where they are; a slice would be copied.
  private mutating func reverseSteps(from start: Int) {
    var (first, last) = (start, steps.count - 1)
    while first < last {
      steps.swapAt(first, last)
      first += 1
      last -= 1
    }
  }

  private func match(_ old: TreeNode, _ new: TreeNode) -> NodeMatch {
    NodeMatch(old: old, new: new) { destination, parent in
      guard let place = self.new.index[destination.id] else { return false }
      return place.parent != parent
    }
  }

  private mutating func findMatches(_ root: NodeMatch) {
    matches = [root]
    var next = 0
    while next < matches.count {
      for index in matches[next].changed.indices {
        let (old, new, _) = matches[next].changed[index]
        let match = match(matches[next].old.children[old], matches[next].new.children[new])
        matches[next].changed[index].match = matches.count
        matches.append(match)
      }
      next += 1
    }
  }

  /// Where a walk of what both trees have is: at a match, before its next child to visit.
  private struct Frame {
    let match: Int
    let visits: [NodeMatch.Visit]
    var visitedCount = 0
    /// Whether the step about the children is there.
    var isGrouped = false

    init(_ match: Int, visits: [NodeMatch.Visit]) {
      self.match = match
      self.visits = visits
    }

    mutating func next() -> NodeMatch.Visit? {
      guard visitedCount < visits.count else { return nil }
      visitedCount += 1
      return visits[visitedCount - 1]
    }
  }
}

// What goes: the old tree in post-order.
extension TreeDiffer {
  private mutating func appendPops() {
    var path = [Frame(0, visits: matches[0].oldVisits)]
    while !path.isEmpty {
      if let visit = path[path.count - 1].next() {
        if let match = visit.match {
          path.append(Frame(match, visits: matches[match].oldVisits))
        } else {
          appendPops(under: matches[path[path.count - 1].match].old.children[visit.place])
        }
        continue
      }
      let match = matches[path.removeLast().match]
      let order = match.pushed.isEmpty ? DestinationList(match.new.children) : DestinationList()
      append(popsOf: match.goneList, under: match.old.destination, order: order)
    }
  }

  /// Says what goes under a node that goes itself.
  ///
  /// Post-order is the reverse of the pre-order that visits children in reverse.
  private mutating func appendPops(under root: TreeNode) {
    let start = steps.count
    var rest = [root]
    while let node = rest.popLast() {
      let children = node.children
      if children.count == 1 {
        let only = children[0]
        steps.append(.pop(only.destination, from: node.destination))
        rest.append(only)
        continue
      }
      guard !children.isEmpty else { continue }
      let popped = DestinationList(children)
      append(popsOf: popped, under: node.destination, order: DestinationList())
      appendInReverse(childrenOf: node, to: &rest)
    }
    reverseSteps(from: start)
  }

  private mutating func append(
    popsOf popped: DestinationList,
    under parent: Destination,
    order: DestinationList
  ) {
    if popped.count == 1 {
      steps.append(.pop(popped[0], from: parent))
    } else if popped.count > 1 {
      steps.append(.change(under: parent, pop: popped, push: DestinationList(), order: order))
    }
  }
}

// What comes or changes: the new tree in pre-order.
extension TreeDiffer {
  private mutating func appendPushes() {
    var path: [Frame] = []
    enter(0, &path)
    while !path.isEmpty {
      let top = path.count - 1
      guard let visit = path[top].next() else {
        path.removeLast()
        continue
      }
      if let match = visit.match {
        enter(match, &path)
        continue
      }
      let match = matches[path[top].match]
      if !path[top].isGrouped {
        path[top].isGrouped = true
        append(
          pushesOf: match.pushedList,
          replacing: match.replacedList,
          under: match.new
        )
      }
      appendPushes(under: match.new.children[visit.place])
    }
  }

  private mutating func enter(_ match: Int, _ path: inout [Frame]) {
    path.append(Frame(match, visits: matches[match].newVisits))
    guard matches[match].needsReorder else { return }
    let node = matches[match].new
    steps.append(.reorder(under: node.destination, order: DestinationList(node.children)))
  }

  /// Says what comes under a node that comes itself.
  private mutating func appendPushes(under root: TreeNode) {
    var rest = [root]
    while let node = rest.popLast() {
      let children = node.children
      if children.count == 1 {
        let only = children[0]
        let order = DestinationList(children)
        steps.append(.push(only.destination, under: node.destination, order: order))
        rest.append(only)
        continue
      }
      guard !children.isEmpty else { continue }
      append(
        pushesOf: DestinationList(children),
        replacing: DestinationList(),
        under: node
      )
      // The last one in is visited first.
      if let active = node.activeChild, !active.children.isEmpty { rest.append(active) }
      for place in node.children.indices.reversed() where place != node.activeIndex {
        if !node.children[place].children.isEmpty { rest.append(node.children[place]) }
      }
    }
  }

  private mutating func append(
    pushesOf pushed: DestinationList,
    replacing popped: DestinationList,
    under node: TreeNode
  ) {
    let order = DestinationList(node.children)
    if pushed.count == 1, popped.isEmpty {
      steps.append(.push(pushed[0], under: node.destination, order: order))
    } else {
      steps.append(.change(under: node.destination, pop: popped, push: pushed, order: order))
    }
  }
}

// What becomes active: the new tree in post-order.
extension TreeDiffer {
  private mutating func appendActives() {
    var path = [Frame(0, visits: matches[0].newVisits)]
    while !path.isEmpty {
      if let visit = path[path.count - 1].next() {
        if let match = visit.match {
          path.append(Frame(match, visits: matches[match].newVisits))
        } else {
          appendActives(from: matches[path[path.count - 1].match].new.children[visit.place])
        }
        continue
      }
      let match = path.removeLast().match
      let (node, kept) = (matches[match].new, matches[match].keptActive)
      if kept == (node.activeIndex < 0 ? nil : node.activeIndex) { continue }
      steps.append(.changeActive(node.activeChild?.destination, of: node.destination))
    }
  }

  /// Says what is active in a subtree that comes.
  private mutating func appendActives(from root: TreeNode) {
    let start = steps.count
    var rest = [root]
    while let node = rest.popLast() {
      if let active = node.activeChild {
        steps.append(.changeActive(active.destination, of: node.destination))
        if node.children.count == 1 {
          rest.append(active)
          continue
        }
      }
      appendInReverse(childrenOf: node, to: &rest)
    }
    reverseSteps(from: start)
  }

  /// Stacks the children with children of their own so that the active one is visited first, and then
  /// the others from the last to the first.
  private func appendInReverse(childrenOf node: TreeNode, to rest: inout [TreeNode]) {
    for place in node.children.indices where place != node.activeIndex {
      if !node.children[place].children.isEmpty { rest.append(node.children[place]) }
    }
    if let active = node.activeChild, !active.children.isEmpty { rest.append(active) }
  }
}
