import HashTreeCollections

/// Compares two trees: first matches what both have from the root down, then walks the old one for what
/// goes and the new one for what comes and for what becomes active.
///
/// Each walk has a stack of its own instead of recurring, because a tree may be as deep as it is large.
/// Nothing is hashed but the children of a destination whose order has changed.
struct TreeDiffer {
  private var records: [RouteSteps.Record] = []
  private var made: [RouteStep] = []
  private var matches: [NodeMatch] = []
  private let old: NavigationTree
  private let new: NavigationTree

  init(from old: NavigationTree, to new: NavigationTree) {
    self.old = old
    self.new = new
  }

  /// What leads from the old tree to the new one.
  var steps: RouteSteps {
    RouteSteps(records, made: made, from: old.rootNode, to: new.rootNode)
  }

  private mutating func append(_ step: RouteStep) {
    records.append(.made(made.count))
    made.append(step)
  }

  mutating func compare() {
    let (old, new) = (old.rootNode, new.rootNode)
    if let old, let new, old.destination.isSameScreen(as: new.destination) {
      findMatches(match(old, new))
      // Mostly there is only one of the two.
      if matches.contains(where: { !$0.popped.isEmpty }) { appendPops() }
      if matches.contains(where: { !$0.pushed.isEmpty || $0.needsReorder }) { appendPushes() }
      if matches.contains(where: \.needsActivation) { appendActives() }
      return
    }
    // So that a few steps cost one allocation.
    records.reserveCapacity(min(self.old.count + 2 * self.new.count, 64))
    if let old { appendPops(under: old) }
    let oldRoot = old.map { DestinationList(only: $0) } ?? DestinationList()
    if let new {
      let newRoot = DestinationList(only: new)
      if oldRoot.isEmpty {
        append(.push(new.destination, under: nil, order: newRoot))
      } else {
        append(.change(under: nil, pop: oldRoot, push: newRoot, order: newRoot))
      }
      appendPushes(under: new)
      appendActives(from: new)
    } else if let old {
      append(.pop(old.destination, from: nil))
    }
  }

  /// Reverses the last steps where they are; a slice would be copied.
  private mutating func reverseSteps(from start: Int) {
    var (first, last) = (start, records.count - 1)
    while first < last {
      records.swapAt(first, last)
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

  /// Finds the matches in pre-order, so that the walks, which follow, read them one after the other.
  private mutating func findMatches(_ root: NodeMatch) {
    matches = [root]
    var rest = root.changed.indices.reversed().map { (parent: 0, index: $0) }
    while let (parent, index) = rest.popLast() {
      let (old, new, _) = matches[parent].changed[index]
      let match = match(matches[parent].old.children[old], matches[parent].new.children[new])
      let place = matches.count
      matches[parent].changed[index].match = place
      for index in match.changed.indices.reversed() { rest.append((place, index)) }
      matches.append(match)
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
      let order = match.pushed.isEmpty ? DestinationList(childrenOf: match.new) : DestinationList()
      append(popsOf: match.goneList, under: match.old.destination, order: order)
    }
  }

  /// Says what goes under a node that goes itself.
  ///
  /// Post-order is the reverse of the pre-order that visits children in reverse.
  private mutating func appendPops(under root: TreeNode) {
    let start = records.count
    var rest = unsafe [Unmanaged.passUnretained(root)]
    // SAFETY: the old tree holds all nodes under its root.
    while let next = unsafe rest.popLast() {
      unsafe next._withUnsafeGuaranteedRef { node in
        guard node.childCount > 0 else { return }
        unsafe records.append(.pops(next))
        unsafe appendInReverse(childrenOf: node, to: &rest)
      }
    }
    reverseSteps(from: start)
  }

  private mutating func append(
    popsOf popped: DestinationList,
    under parent: Destination,
    order: DestinationList
  ) {
    if popped.count == 1 {
      append(.pop(popped[0], from: parent))
    } else if popped.count > 1 {
      append(.change(under: parent, pop: popped, push: DestinationList(), order: order))
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
    append(.reorder(under: node.destination, order: DestinationList(childrenOf: node)))
  }

  /// Says what comes under a node that comes itself.
  private mutating func appendPushes(under root: TreeNode) {
    var rest = unsafe [Unmanaged.passUnretained(root)]
    // SAFETY: the new tree holds all nodes under its root.
    while let next = unsafe rest.popLast() {
      unsafe next._withUnsafeGuaranteedRef { node in
        guard node.childCount > 0 else { return }
        unsafe records.append(.pushes(next))
        guard node.hasGrandchildren else { return }
        // The last one in is visited first.
        if node.activeIndex >= 0 { node.appendParent(at: node.activeIndex, to: &rest) }
        guard node.childCount > 1 || node.activeIndex < 0 else { return }
        for place in node.children.indices.reversed() where place != node.activeIndex {
          node.appendParent(at: place, to: &rest)
        }
      }
    }
  }

  private mutating func append(
    pushesOf pushed: DestinationList,
    replacing popped: DestinationList,
    under node: TreeNode
  ) {
    let order = DestinationList(childrenOf: node)
    if pushed.count == 1, popped.isEmpty {
      append(.push(pushed[0], under: node.destination, order: order))
    } else {
      append(.change(under: node.destination, pop: popped, push: pushed, order: order))
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
      // SAFETY: the new tree holds the node.
      unsafe records.append(.activation(.passUnretained(node)))
    }
  }

  /// Says what is active in a subtree that comes.
  private mutating func appendActives(from root: TreeNode) {
    let start = records.count
    var rest = unsafe [Unmanaged.passUnretained(root)]
    // SAFETY: the new tree holds all nodes under its root.
    while let next = unsafe rest.popLast() {
      unsafe next._withUnsafeGuaranteedRef { node in
        if node.activeIndex >= 0 { unsafe records.append(.activation(next)) }
        unsafe appendInReverse(childrenOf: node, to: &rest)
      }
    }
    reverseSteps(from: start)
  }

  /// Stacks the children with children of their own so that the active one is visited first, and then
  /// the others from the last to the first.
  private func appendInReverse(
    childrenOf node: TreeNode,
    to rest: inout [Unmanaged<TreeNode>]
  ) {
    guard node.hasGrandchildren else { return }
    if node.childCount > 1 || node.activeIndex < 0 {
      for place in node.children.indices where place != node.activeIndex {
        node.appendParent(at: place, to: &rest)
      }
    }
    if node.activeIndex >= 0 { node.appendParent(at: node.activeIndex, to: &rest) }
  }
}

extension TreeNode {
  /// Stacks a child that has children of its own.
  ///
  /// SAFETY: the stack mustn't outlive this node.
  @inline(__always)
  fileprivate func appendParent(at place: Int, to stack: inout [Unmanaged<TreeNode>]) {
    let child = Unmanaged.passUnretained(children[place])
    if unsafe child._withUnsafeGuaranteedRef({ $0.childCount > 0 }) { stack.append(child) }
  }
}
