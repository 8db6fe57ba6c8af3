import KeyedDiff

/// A destination that two trees have in the same place, and how its children differ.
///
/// Children correspond if their identities and types are equal. Those that are the same node in memory are left out: nothing under them
/// differs.
///
/// Shape: numbers only, so that a copy takes no references; the lists are parts of those of the `TreeMatch`.
@safe struct NodeMatch {
  /// Two corresponding children that differ, by index, and their own match.
  struct Child {
    let old: Int
    let new: Int
    var match = -1
  }

  /// A child that needs a step.
  struct Visit {
    let place: Int
    /// Its match; `nil` if it comes or goes.
    let match: Int?
  }

  // SAFETY, here and in all of `TreeMatch`: the compared trees hold their nodes, and outlive the comparison.
  let old: UnownedNode
  let new: UnownedNode
  /// The corresponding children that differ: a part of `TreeMatch.children`.
  var changed = 0..<0
  /// The children that only the new node has: a part of `TreeMatch.pushedPlaces`.
  var pushed = 0..<0
  /// The children that only the old node has: a part of `TreeMatch.poppedPlaces`, as is `replaced`.
  var popped = 0..<0
  /// The popped children that go with the change that pushes; the others go before.
  var replaced = 0..<0
  /// The new index of the old node's active child; -1 if it was popped or there was none.
  var keptActive = -1
  /// Whether the children that stay have another order.
  var isReordered = false
  /// Whether a step may have to set the active child here, or below a child that comes.
  var needsActivation = false

  /// Whether no other step carries the order.
  var needsReorder: Bool { isReordered && pushed.isEmpty && popped.count < 2 }

  var oldNode: TreeNode { old.node }

  var newNode: TreeNode { new.node }
}

/// The children of two nodes, matched by what they show.
@safe struct ChildLists: KeyedLists {
  // SAFETY: the code that compares two nodes holds them, and they hold their children.
  let old: UnownedNode
  let new: UnownedNode

  @inline(__always)
  var oldCount: Int { old.childCount }

  @inline(__always)
  var newCount: Int { new.childCount }

  @inline(__always)
  func isUnchanged(old place: Int, new other: Int) -> Bool {
    old.child(at: place) == new.child(at: other)
  }

  @inline(__always)
  func corresponds(old place: Int, new other: Int) -> Bool {
    old.child(at: place).isSameScreen(as: new.child(at: other))
  }

  @inline(__always)
  func isRepeated(old place: Int, old other: Int) -> Bool {
    old.child(at: place).isSameScreen(as: old.child(at: other))
  }

  @inline(__always)
  func oldHash(at place: Int) -> Int { old.child(at: place).withContents { $0.id.hashValue } }

  @inline(__always)
  func newHash(at place: Int) -> Int { new.child(at: place).withContents { $0.id.hashValue } }
}

/// The match of two trees: what both have in the same places, from the root down.
///
/// Shape: the matches in pre-order, so that the walks read them in sequence; their lists are in three shared arrays, because a large tree
/// has as many matches as changes.
struct TreeMatch {
  private(set) var nodes: [NodeMatch] = []
  private(set) var children: [NodeMatch.Child] = []
  private(set) var pushedPlaces: [Int] = []
  private(set) var poppedPlaces: [Int] = []
  /// Whether something comes and something goes under one parent.
  private var hasReplacements = false
  /// The tree in which a popped destination may be under another parent.
  private let new: NavigationTree
  /// The index of the active child of the old node whose children are being matched; `keptActive` is its new index.
  private var active = -1
  private var keptActive = -1

  /// Matches two trees whose roots show the same screen.
  init(_ oldRoot: TreeNode, _ newRoot: TreeNode, new: NavigationTree) {
    self.new = new
    add(UnownedNode(oldRoot), UnownedNode(newRoot))
    if hasReplacements { noteReplaced() }
  }

  private mutating func add(_ oldRoot: UnownedNode, _ newRoot: UnownedNode) {
    var rest = [(child: -1, old: oldRoot, new: newRoot)]
    while let (child, old, new) = rest.popLast() {
      if child >= 0 { children[child].match = nodes.count }
      var match = NodeMatch(old: old, new: new)
      matchChildren(of: old, and: new, &match)
      nodes.append(match)
      for child in match.changed.reversed() {
        let (oldPlace, newPlace) = (children[child].old, children[child].new)
        rest.append((child, old.child(at: oldPlace), new.child(at: newPlace)))
      }
    }
  }

  private mutating func matchChildren(
    of old: UnownedNode,
    and new: UnownedNode,
    _ match: inout NodeMatch
  ) {
    let lists = ChildLists(old: old, new: new)
    let window = KeyedWindow(trimming: lists)
    active = old.activeIndex
    keptActive = -1
    if active < window.start { keptActive = active }
    if active >= window.oldEnd { keptActive = active - window.oldEnd + window.newEnd }
    let (firstChild, firstPushed, firstPopped) = (
      children.count, pushedPlaces.count, poppedPlaces.count
    )
    match.isReordered = window.match(lists, into: &self)
    match.changed = firstChild..<children.count
    match.pushed = firstPushed..<pushedPlaces.count
    match.popped = firstPopped..<poppedPlaces.count
    match.keptActive = keptActive
    match.needsActivation = keptActive != new.activeIndex || isAnyParent(match.pushed, of: new)
    if !match.pushed.isEmpty, !match.popped.isEmpty { hasReplacements = true }
  }

  /// Where something comes and goes, sets what goes with it: everything except what comes elsewhere.
  private mutating func noteReplaced() {
    let pushedCount = pushedPlaces.count
    for index in nodes.indices {
      let match = nodes[index]
      guard !match.pushed.isEmpty, !match.popped.isEmpty else { continue }
      let (old, new) = (match.old, match.new)
      // Mostly nothing comes elsewhere, and nothing has to be looked up.
      if match.pushed.count == pushedCount, !isAnyParent(match.pushed, of: new) {
        nodes[index].replaced = match.popped
        continue
      }
      let firstReplaced = poppedPlaces.count
      for index in match.popped {
        let popped = old.child(at: poppedPlaces[index]).destination
        if !isMoved(popped, from: old.destination) { poppedPlaces.append(poppedPlaces[index]) }
      }
      nodes[index].replaced = firstReplaced..<poppedPlaces.count
    }
  }

  /// Whether one of some children has children.
  private func isAnyParent(_ list: Range<Int>, of node: UnownedNode) -> Bool {
    node.hasGrandchildren && pushedPlaces[list].contains { node.child(at: $0).childCount > 0 }
  }

  /// Whether a destination is in the new tree under another parent, so that it has to go before it comes there.
  private func isMoved(_ destination: Destination, from parent: Destination) -> Bool {
    guard let entry = new.index[destination.id] else { return false }
    return entry.parent != parent
  }
}

extension TreeMatch: KeyedMatchReceiver {
  @inline(__always)
  mutating func beginMatchingByKey(_ olds: Range<Int>, _ news: Range<Int>) {
    // Large arrays should not be copied while they grow.
    if pushedPlaces.isEmpty { pushedPlaces.reserveCapacity(news.count) }
    if poppedPlaces.isEmpty { poppedPlaces.reserveCapacity(olds.count) }
  }

  @inline(__always)
  mutating func keep(old: Int, new: Int, isUnchanged: Bool) {
    if old == active { keptActive = new }
    if !isUnchanged { children.append(NodeMatch.Child(old: old, new: new)) }
  }

  @inline(__always)
  mutating func insert(new: Int) { pushedPlaces.append(new) }

  @inline(__always)
  mutating func insert(new: Range<Int>) { pushedPlaces.append(contentsOf: new) }

  @inline(__always)
  mutating func remove(old: Int) { poppedPlaces.append(old) }

  @inline(__always)
  mutating func remove(old: Range<Int>) { poppedPlaces.append(contentsOf: old) }
}

// Accessors for the walks.
extension TreeMatch {
  /// The indices of what goes before anything comes.
  func gonePlaces(_ match: NodeMatch) -> [Int] {
    guard !match.replaced.isEmpty else { return Array(poppedPlaces[match.popped]) }
    return poppedPlaces[match.popped].without(ascending: poppedPlaces[match.replaced])
  }

  /// The children of the old node in the order of its traversal; none if none has children.
  func oldVisits(_ match: Int) -> [NodeMatch.Visit] {
    let match = nodes[match]
    guard match.old.hasGrandchildren else { return [] }
    return visits(match.changed, { $0.old }, poppedPlaces[match.popped], of: match.old)
  }

  /// The children of the new node in the order of its traversal; none if none has children.
  func newVisits(_ match: Int) -> [NodeMatch.Visit] {
    let match = nodes[match]
    guard match.new.hasGrandchildren else { return [] }
    return visits(match.changed, { $0.new }, pushedPlaces[match.pushed], of: match.new)
  }

  @inline(__always)
  private func visits(
    _ changed: Range<Int>,
    _ place: (NodeMatch.Child) -> Int,
    _ others: ArraySlice<Int>,
    of node: UnownedNode
  ) -> [NodeMatch.Visit] {
    var visits: [NodeMatch.Visit] = []
    visits.reserveCapacity(changed.count + others.count)
    for child in children[changed] {
      visits.append(NodeMatch.Visit(place: place(child), match: child.match))
    }
    for other in others { visits.append(NodeMatch.Visit(place: other, match: nil)) }
    guard visits.count > 1 else { return visits }
    let activeIndex = node.activeIndex
    // Mostly two ascending runs, which the sort detects.
    visits.sort { left, right in
      left.place == activeIndex
        ? false : right.place == activeIndex ? true : left.place < right.place
    }
    return visits
  }
}

extension Sequence<Int> {
  /// These ascending numbers without some others, which ascend too.
  func without(ascending others: ArraySlice<Int>) -> [Int] {
    var rest = others
    return filter { number in
      guard rest.first == number else { return true }
      rest.removeFirst()
      return false
    }
  }
}
