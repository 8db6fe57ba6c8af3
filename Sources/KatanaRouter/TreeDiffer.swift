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
      appendPops(old, match: 0)
      appendPushes(new, match: 0)
      appendActives(new, match: 0)
      return
    }
    if let old { appendPops(old, match: nil) }
    let oldRoot = old.map { ContiguousArray([$0]) } ?? []
    if let new {
      let roots = ContiguousArray([new])
      if oldRoot.isEmpty {
        steps.append(.push(new.destination, under: nil, order: DestinationList(roots)))
      } else {
        let list = DestinationList(roots)
        steps.append(.change(under: nil, pop: DestinationList(oldRoot), push: list, order: list))
      }
      appendPushes(new, match: nil)
      appendActives(new, match: nil)
    } else if let old {
      steps.append(.pop(old.destination, from: nil))
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

  /// Where a walk is: at a node, before its next child to visit.
  private struct Frame {
    let node: TreeNode
    /// The node's match; `nil` where it comes or goes with everything under it.
    let match: Int?
    /// What of a match is visited.
    let visits: [NodeMatch.Visit]
    var visitedCount = 0
    /// Whether the step about the node's children is there.
    var isGrouped = false

    init(_ node: TreeNode, match: Int? = nil, visits: [NodeMatch.Visit] = []) {
      self.node = node
      self.match = match
      self.visits = visits
    }

    /// Goes on to the next child of which something has to be said.
    mutating func next() -> (node: TreeNode, match: Int?)? {
      let place = visitedCount
      visitedCount += 1
      guard match != nil else {
        guard place < node.children.count else { return nil }
        return (node.children[node.childIndex(atTraversalPlace: place)], nil)
      }
      guard place < visits.count else { return nil }
      return (node.children[visits[place].place], visits[place].match)
    }
  }

  private func oldFrame(_ node: TreeNode, match: Int?) -> Frame {
    Frame(node, match: match, visits: match.map { matches[$0].oldVisits } ?? [])
  }

  private func newFrame(_ node: TreeNode, match: Int?) -> Frame {
    Frame(node, match: match, visits: match.map { matches[$0].newVisits } ?? [])
  }
}

// What goes: a walk of the old tree in post-order.
extension TreeDiffer {
  private mutating func appendPops(_ root: TreeNode, match: Int?) {
    var path = [oldFrame(root, match: match)]
    while !path.isEmpty {
      if let (child, match) = path[path.count - 1].next() {
        if match != nil || !child.children.isEmpty { path.append(oldFrame(child, match: match)) }
      } else {
        group(popsUnder: path.removeLast())
      }
    }
  }

  /// Says what goes under a node, after everything under that has gone.
  private mutating func group(popsUnder frame: Frame) {
    let parent = frame.node.destination
    var popped = DestinationList(frame.node.children)
    var order = DestinationList()
    if let match = frame.match {
      popped = matches[match].goneList
      if matches[match].pushed.isEmpty { order = DestinationList(matches[match].new.children) }
    }
    if popped.count == 1 {
      steps.append(.pop(popped[0], from: parent))
    } else if popped.count > 1 {
      steps.append(.change(under: parent, pop: popped, push: DestinationList(), order: order))
    }
  }
}

// What comes or changes: a walk of the new tree in pre-order.
extension TreeDiffer {
  private mutating func appendPushes(_ root: TreeNode, match: Int?) {
    var path: [Frame] = []
    enter(root, match: match, path: &path)
    while !path.isEmpty {
      let top = path.count - 1
      guard let (child, match) = path[top].next() else {
        path.removeLast()
        continue
      }
      if match == nil { group(pushesUnder: &path[top]) }
      if match != nil || !child.children.isEmpty { enter(child, match: match, path: &path) }
    }
  }

  private mutating func enter(_ node: TreeNode, match: Int?, path: inout [Frame]) {
    path.append(newFrame(node, match: match))
    guard let match, matches[match].needsReorder else { return }
    steps.append(.reorder(under: node.destination, order: DestinationList(node.children)))
  }

  /// Says once what comes under a node, and what goes there.
  private mutating func group(pushesUnder frame: inout Frame) {
    guard !frame.isGrouped else { return }
    frame.isGrouped = true
    let parent = frame.node.destination
    let order = DestinationList(frame.node.children)
    var pushed = order
    var popped = DestinationList()
    if let match = frame.match {
      pushed = matches[match].pushedList
      popped = matches[match].replacedList
    }
    if pushed.count == 1, popped.isEmpty {
      steps.append(.push(pushed[0], under: parent, order: order))
    } else {
      steps.append(.change(under: parent, pop: popped, push: pushed, order: order))
    }
  }
}

// What becomes active: a walk of the new tree in post-order.
extension TreeDiffer {
  private mutating func appendActives(_ root: TreeNode, match: Int?) {
    var path = [newFrame(root, match: match)]
    while !path.isEmpty {
      let top = path.count - 1
      if let (child, match) = path[top].next() {
        if match != nil || !child.children.isEmpty { path.append(newFrame(child, match: match)) }
        continue
      }
      let frame = path.removeLast()
      let active = frame.node.activeChild?.destination
      if let match = frame.match {
        let kept = matches[match].keptActive
        if active == nil ? kept == nil : kept == frame.node.activeIndex { continue }
      } else if active == nil {
        continue
      }
      steps.append(.changeActive(active, of: frame.node.destination))
    }
  }
}
