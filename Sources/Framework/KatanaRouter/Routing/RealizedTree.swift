/// The tree that is on screen, changed a step at a time.
///
/// A tree of nodes would copy the path to the root with each step. So steps are only logged; mostly all of them succeed, and the wanted
/// tree is what is on screen. If they don't, what they touch is drafted: each destination with the list of its children.
///
/// Complexity: a step costs O(1) while it is only logged, else O(destinations in the step and siblings), and O(siblings) for each ancestor
/// that is drafted for the first time.
struct RealizedTree {
  private struct Draft {
    var destination: Destination
    var children: [Destination]
    var active: Destination?
    var node: TreeNode?
  }

  /// The tree that was on screen when it was last made or adopted.
  private var base = NavigationTree()
  private var edits: [ScreenEdit] = []

  /// Whether steps are applied at once, because somebody has to know what is on screen.
  private(set) var isDrafted = false
  private(set) var root: Destination?
  private var drafts: [Destination.ID: Draft] = [:]
  /// The children of drafted destinations, as they were.
  private var nodes: [Destination.ID: TreeNode] = [:]
  private var index = DestinationIndex()

  /// Adopts a tree that is known to be on screen.
  mutating func adopt(_ tree: NavigationTree) {
    self = RealizedTree()
    base = tree
  }

  /// Makes a tree of what is on screen.
  mutating func makeTree() -> NavigationTree {
    let wasDrafted = isDrafted
    let tree = close()
    if wasDrafted { draft() }
    return tree
  }

  /// Makes a tree of what is on screen; the next steps are only logged.
  mutating func close() -> NavigationTree {
    guard isDrafted || !edits.isEmpty else { return base }
    draft()
    adopt(drafted())
    return base
  }

  /// Applies or logs a step; returns what it removed, as far as that was on screen.
  mutating func apply(_ edit: ScreenEdit) -> [Destination.ID] {
    guard !isDrafted else { return carryOut(edit) }
    edits.append(edit)
    return edit.popped.map(\.id)
  }

  /// Applies the logged steps, and from now on each step at once.
  mutating func draft() {
    guard !isDrafted else { return }
    isDrafted = true
    index = base.index
    root = base.rootNode?.destination
    if let node = base.rootNode { nodes[node.destination.id] = node }
    for edit in edits { _ = carryOut(edit) }
    edits = []
  }
}

// Queries; the tree must be drafted.
extension RealizedTree {
  func contains(_ id: Destination.ID) -> Bool { index[id] != nil }

  func parent(of id: Destination.ID) -> Destination? { index[id]?.parent }

  /// Whether the children of a destination stand in an order.
  func hasOrder(_ order: [Destination], of parent: Destination.ID) -> Bool {
    drafts[parent]?.children == order
  }

  /// The children of a destination after a step: the children in the order first, as it says.
  mutating func children(
    of parent: Destination.ID,
    without popped: [Destination],
    with pushed: [Destination],
    in order: DestinationList
  ) -> [Destination] {
    makeDraft(of: parent)
    var children = drafts[parent]?.children ?? []
    if !popped.isEmpty {
      let popped = Set(popped)
      children.removeAll(where: popped.contains)
    }
    return Self.arranged(children + pushed, in: order)
  }

  private static func arranged(
    _ children: [Destination],
    in order: DestinationList
  ) -> [Destination] {
    guard !order.elementsEqual(children) else { return children }
    let here = Dictionary(children.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let arranged = order.compactMap { here[$0.id] }
    guard arranged.count < children.count else { return arranged }
    let known = Set(arranged)
    return arranged + children.filter { !known.contains($0) }
  }
}

// Changes; the tree must be drafted.
extension RealizedTree {
  /// Removes a destination, which may be listed among its parent's children; returns it and everything under it.
  @discardableResult
  mutating func remove(_ id: Destination.ID, isListed: Bool = true) -> [Destination.ID] {
    guard let entry = index[id] else { return [] }
    if let parent = entry.parent {
      makeDraft(of: parent.id)
      if isListed { drafts[parent.id]?.children.removeAll { $0.id == id } }
      if drafts[parent.id]?.active?.id == id { drafts[parent.id]?.active = nil }
    } else {
      root = nil
    }
    var removed: [Destination.ID] = []
    var rest = [id]
    while let next = rest.popLast() {
      removed.append(next)
      if let draft = drafts.removeValue(forKey: next) {
        rest.append(contentsOf: draft.children.map(\.id))
      } else if let node = nodes[next] {
        for child in node.children {
          nodes[child.destination.id] = child
          rest.append(child.destination.id)
        }
      }
      nodes[next] = nil
      index[next] = nil
    }
    return removed
  }

  private mutating func carryOut(_ edit: ScreenEdit) -> [Destination.ID] {
    if let parent = edit.parent {
      guard index[parent.id] != nil else { return [] }
      if !edit.popped.isEmpty {
        // All at once, so that each of many needn't be searched for.
        makeDraft(of: parent.id)
        let popped = Set(edit.popped)
        drafts[parent.id]?.children.removeAll(where: popped.contains)
      }
    }
    let removed = edit.popped.flatMap { remove($0.id, isListed: false) }
    for destination in edit.pushed where index[destination.id] == nil {
      index[destination.id] = DestinationIndex.Entry(
        destination: destination,
        parent: edit.parent
      )
      drafts[destination.id] = Draft(destination: destination, children: [])
      if edit.parent == nil { root = destination }
    }
    if let updated = edit.updated { update(updated) }
    guard let parent = edit.parent else { return removed }
    if edit.order != nil || !edit.pushed.isEmpty || edit.active != nil { makeDraft(of: parent.id) }
    drafts[parent.id]?.children.append(contentsOf: edit.pushed)
    if let order = edit.order, let children = drafts[parent.id]?.children {
      drafts[parent.id]?.children = Self.arranged(children, in: order)
    }
    if let active = edit.active {
      // A destination that has gone meanwhile and comes again isn't active by the earlier step.
      let isHere = active.map { index[$0.id]?.parent == parent } ?? true
      if isHere { drafts[parent.id]?.active = active }
    }
    return removed
  }

  private mutating func update(_ destination: Destination) {
    guard index[destination.id] != nil else { return }
    makeDraft(of: destination.id)
    drafts[destination.id]?.destination = destination
    drafts[destination.id]?.node = nil
    if root == destination { root = destination }
  }

  /// Drafts a destination that is on screen, and its ancestors.
  private mutating func makeDraft(of id: Destination.ID) {
    guard drafts[id] == nil, index[id] != nil else { return }
    var way: [Destination.ID] = []
    var next: Destination.ID? = id
    while let id = next, drafts[id] == nil {
      way.append(id)
      next = index[id]?.parent?.id
    }
    for id in way.reversed() {
      guard let node = nodes.removeValue(forKey: id) else { return }
      drafts[id] = Draft(
        destination: node.destination,
        children: node.children.map(\.destination),
        active: node.activeDestination,
        node: node
      )
      for child in node.children { nodes[child.destination.id] = child }
    }
  }

  /// The tree of the drafts and of everything undrafted.
  private func drafted() -> NavigationTree {
    var tree = NavigationTree()
    guard let root else { return tree }
    // Parents before their children; made the other way round.
    var ways = [root.id]
    var place = 0
    while place < ways.count {
      let draft = drafts[ways[place]]
      for child in draft?.children ?? [] where drafts[child.id] != nil { ways.append(child.id) }
      place += 1
    }
    var made: [Destination.ID: TreeNode] = [:]
    for id in ways.reversed() {
      guard let draft = drafts[id] else { continue }
      let children = ContiguousArray(
        draft.children.compactMap { made.removeValue(forKey: $0.id) ?? nodes[$0.id] }
      )
      let active = draft.active.flatMap { active in
        children.firstIndex { $0.destination == active }
      }
      if let node = draft.node, node.activeIndex == active ?? -1,
        node.children.elementsEqual(children, by: ===)
      {
        made[id] = node
      } else {
        made[id] = TreeNode(draft.destination, children: children, activeIndex: active ?? -1)
      }
    }
    tree.rootNode = made[root.id] ?? nodes[root.id]
    tree.index = index
    return tree
  }
}

/// The change of the screen by one step.
struct ScreenEdit {
  /// The parent that was asked; `nil` if the root comes or goes.
  var parent: Destination?
  var popped: [Destination] = []
  var pushed: [Destination] = []
  /// The order of the children afterwards, as far as they are there.
  var order: DestinationList?
  /// The active child afterwards, or that there is none.
  var active: Destination??
  /// A destination that got another context in place.
  var updated: Destination?
}

extension ScreenEdit {
  /// The change that a step should make.
  init(_ step: RouteStep) {
    self.init(parent: step.parent, popped: step.popped, pushed: step.pushed, order: step.order)
    if case .changeActive(let active, _) = step { self.active = .some(active) }
  }
}
