/// Compares two trees: first matches what both have from the root down, then walks the old one for pops and the new one for pushes and
/// activations.
///
/// Each walk has its own stack instead of recursion, because a tree may be as deep as it is large. Only the children of a destination whose
/// order has changed are hashed.
struct TreeDiffer {
  // SAFETY, for all of its extensions: it holds both trees, a tree holds its root, and a node its children; so the
  // nodes on its stacks, in its matches and in its records live as long as it does.

  private var records: [RouteSteps.Record] = []
  private var made: [RouteStep] = []
  private var singles: [RouteSteps.Single] = []
  /// Children that were active and that no step deactivates: in the new tree, as singles.
  private var remembered: [RouteSteps.Single] = []
  private let old: NavigationTree
  private let new: NavigationTree

  init(from old: NavigationTree, to new: NavigationTree) {
    self.old = old
    self.new = new
  }

  /// Steps from the old tree to the new one.
  var steps: RouteSteps {
    let first = singles.count
    let contents = RouteSteps.Contents(
      remembered.isEmpty ? records : records + remembered.indices.map { .pop(first + $0) },
      made,
      remembered.isEmpty ? singles : singles + remembered,
      old.rootNode,
      new.rootNode
    )
    return RouteSteps(contents, count: records.count)
  }

  private mutating func append(_ step: RouteStep) {
    records.append(.made(made.count))
    made.append(step)
  }

  mutating func compare() {
    let (old, new) = (old.rootNode, new.rootNode)
    if let old, let new, old.destination.isSameScreen(as: new.destination) {
      let match = TreeMatch(old, new, new: self.new)
      // Mostly there is only one of the two.
      if match.nodes.contains(where: { !$0.popped.isEmpty }) { appendPops(match) }
      if match.nodes.contains(where: { !$0.pushed.isEmpty || $0.needsReorder }) {
        appendPushes(match)
      }
      if match.nodes.contains(where: \.needsActivation) { appendActives(match) }
      return
    }
    // One allocation for a few steps.
    records.reserveCapacity(min(self.old.count + 2 * self.new.count, 64))
    if let old { appendPops(under: UnownedNode(old)) }
    let oldRoot = old.map { DestinationList(only: $0) } ?? DestinationList()
    if let new {
      let newRoot = DestinationList(only: new)
      if oldRoot.isEmpty {
        append(.push(new.destination, under: nil, order: newRoot))
      } else {
        append(.change(under: nil, pop: oldRoot, push: newRoot, order: newRoot))
      }
      appendPushes(under: UnownedNode(new))
      appendActives(from: UnownedNode(new))
    } else if let old {
      append(.pop(old.destination, from: nil))
    }
  }

  /// Reverses the last steps in place; a slice would be copied.
  private mutating func reverseSteps(from start: Int) {
    var (first, last) = (start, records.count - 1)
    while first < last {
      records.swapAt(first, last)
      first += 1
      last -= 1
    }
  }

  /// The position of a walk through what both trees have: at a match, before its next child to visit.
  private struct Frame {
    let match: Int
    let visits: [NodeMatch.Visit]
    var visitedCount = 0
    /// Whether the step about the children was added.
    var isGrouped = false

    init(_ match: Int, visits: [NodeMatch.Visit]) {
      self.match = match
      self.visits = visits
    }

    var lastVisit: NodeMatch.Visit? { visitedCount == 0 ? nil : visits[visitedCount - 1] }

    mutating func next() -> NodeMatch.Visit? {
      guard visitedCount < visits.count else { return nil }
      visitedCount += 1
      return visits[visitedCount - 1]
    }
  }
}

// Pops: the old tree in post-order.
extension TreeDiffer {
  private mutating func appendPops(_ match: TreeMatch) {
    var path = [Frame(0, visits: match.oldVisits(0))]
    while !path.isEmpty {
      if let visit = path[path.count - 1].next() {
        if let child = visit.match {
          path.append(Frame(child, visits: match.oldVisits(child)))
        } else {
          let parent = match.nodes[path[path.count - 1].match].old
          appendPops(under: parent.child(at: visit.place))
        }
        continue
      }
      let node = match.nodes[path.removeLast().match]
      let gone = match.gonePlaces(node)
      if gone.count == 1 {
        records.append(.pop(singles.count))
        singles.append(RouteSteps.Single(node.old, place: gone[0]))
      } else if gone.count > 1 {
        append(
          .change(
            under: node.oldNode.destination,
            pop: DestinationList(childrenOf: node.oldNode, places: gone),
            push: DestinationList(),
            order: node.pushed.isEmpty
              ? DestinationList(childrenOf: node.newNode)
              // The remaining children, to which others are pushed later.
              : DestinationList(
                childrenOf: node.oldNode,
                places: node.oldNode.children.indices.without(ascending: gone[...])
              )
          )
        )
      }
    }
  }

  /// Adds the pops under a node that goes itself.
  ///
  /// Post-order is the reverse of the pre-order that visits children in reverse.
  private mutating func appendPops(under root: UnownedNode) {
    guard let root = unsafe root.parent else { return }
    let start = records.count
    var rest = unsafe [root]
    while let next = unsafe rest.popLast() {
      unsafe next._withUnsafeGuaranteedRef { node in
        unsafe records.append(.pops(next))
        unsafe appendInReverse(childrenOf: node, to: &rest)
      }
    }
    reverseSteps(from: start)
  }
}

// Pushes and changes: the new tree in pre-order.
extension TreeDiffer {
  private mutating func appendPushes(_ match: TreeMatch) {
    var path: [Frame] = []
    enter(0, match, &path)
    while !path.isEmpty {
      let top = path.count - 1
      guard let visit = path[top].next() else {
        path.removeLast()
        continue
      }
      if let child = visit.match {
        enter(child, match, &path)
        continue
      }
      let node = match.nodes[path[top].match]
      if !path[top].isGrouped {
        path[top].isGrouped = true
        appendPushes(of: node, match)
      }
      appendPushes(under: node.new.child(at: visit.place))
    }
  }

  private mutating func enter(_ place: Int, _ match: TreeMatch, _ path: inout [Frame]) {
    var frame = Frame(place, visits: match.newVisits(place))
    if frame.visits.isEmpty, !match.nodes[place].pushed.isEmpty {
      frame.isGrouped = true
      appendPushes(of: match.nodes[place], match)
    }
    path.append(frame)
    guard match.nodes[place].needsReorder else { return }
    let node = match.nodes[place].newNode
    append(.reorder(under: node.destination, order: DestinationList(childrenOf: node)))
  }

  /// Adds the step that pushes children of a node, and pops others with it.
  private mutating func appendPushes(of node: NodeMatch, _ match: TreeMatch) {
    let pushed = match.pushedPlaces[node.pushed]
    if pushed.count == 1, node.replaced.isEmpty {
      records.append(.push(singles.count))
      singles.append(RouteSteps.Single(node.new, place: pushed[pushed.startIndex]))
      return
    }
    append(
      .change(
        under: node.newNode.destination,
        pop: DestinationList(
          childrenOf: node.oldNode,
          places: Array(match.poppedPlaces[node.replaced])
        ),
        push: DestinationList(childrenOf: node.newNode, places: Array(pushed)),
        order: DestinationList(childrenOf: node.newNode)
      )
    )
  }

  /// Adds the pushes under a node that comes itself.
  private mutating func appendPushes(under root: UnownedNode) {
    guard let root = unsafe root.parent else { return }
    var rest = unsafe [root]
    while let next = unsafe rest.popLast() {
      unsafe next._withUnsafeGuaranteedRef { node in
        unsafe records.append(.pushes(next))
        guard node.hasGrandchildren else { return }
        // The last one in is visited first.
        if node.activeIndex >= 0 { unsafe node.appendParent(at: node.activeIndex, to: &rest) }
        guard node.childCount > 1 || node.activeIndex < 0 else { return }
        for place in node.children.indices.reversed() where place != node.activeIndex {
          unsafe node.appendParent(at: place, to: &rest)
        }
      }
    }
  }
}

// Activations: the new tree in post-order.
extension TreeDiffer {
  private mutating func appendActives(_ match: TreeMatch) {
    var path = [Frame(0, visits: match.newVisits(0))]
    while !path.isEmpty {
      if let visit = path[path.count - 1].next() {
        if let child = visit.match {
          path.append(Frame(child, visits: match.newVisits(child)))
        } else {
          let parent = match.nodes[path[path.count - 1].match].new
          appendActives(from: parent.child(at: visit.place))
        }
        continue
      }
      let node = match.nodes[path.removeLast().match]
      let active = node.new.activeIndex
      if node.keptActive == active { continue }
      if active < 0, !isActiveVisit(path.last, match) {
        remembered.append(RouteSteps.Single(node.new, place: node.keptActive))
        continue
      }
      if let parent = unsafe node.new.parent { unsafe records.append(.activation(parent)) }
    }
  }

  /// Whether the last visited node is active in the new tree; without a parent it is the root.
  private func isActiveVisit(_ parent: Frame?, _ match: TreeMatch) -> Bool {
    guard let parent, let place = parent.lastVisit?.place else { return true }
    return match.nodes[parent.match].new.activeIndex == place
  }

  /// Adds the activations in a subtree that comes.
  private mutating func appendActives(from root: UnownedNode) {
    guard let root = unsafe root.parent else { return }
    let start = records.count
    var rest = unsafe [root]
    while let next = unsafe rest.popLast() {
      unsafe next._withUnsafeGuaranteedRef { node in
        if node.activeIndex >= 0 { unsafe records.append(.activation(next)) }
        unsafe appendInReverse(childrenOf: node, to: &rest)
      }
    }
    reverseSteps(from: start)
  }

  /// Stacks the children that have children, so that the active one is visited first, and then the others from the last to the first.
  private func appendInReverse(
    childrenOf node: ParentNode,
    to rest: inout [Unmanaged<ParentNode>]
  ) {
    guard node.hasGrandchildren else { return }
    if node.childCount > 1 || node.activeIndex < 0 {
      for place in node.children.indices where place != node.activeIndex {
        unsafe node.appendParent(at: place, to: &rest)
      }
    }
    if node.activeIndex >= 0 { unsafe node.appendParent(at: node.activeIndex, to: &rest) }
  }
}

extension ParentNode {
  /// Stacks a child that has children of its own.
  ///
  /// SAFETY: the stack mustn't outlive this node.
  @inline(__always)
  fileprivate func appendParent(at place: Int, to stack: inout [Unmanaged<ParentNode>]) {
    if let child = unsafe UnownedNode(children[place]).parent { unsafe stack.append(child) }
  }
}
