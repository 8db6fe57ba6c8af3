import HashTreeCollections

/// What two trees have in the same places, from the root down.
///
/// Shape: the matches in pre-order, so that the walks, which follow, read them one after the other; what
/// they list is in two arrays for all of them, because a large tree has as many matches as changes.
struct TreeMatch {
  private(set) var nodes: [NodeMatch] = []
  private(set) var children: [NodeMatch.Child] = []
  private(set) var places: [Int] = []
  /// How many children come, without what is under them.
  private var pushedCount = 0
  /// Whether something comes and something goes under one parent.
  private var hasReplacements = false
  /// The tree in which what is popped may be under another parent.
  private let new: NavigationTree

  /// Matches two trees.
  ///
  /// - Parameters:
  ///   - oldRoot: The root of the old tree.
  ///   - newRoot: The root of the new tree, which shows the same screen.
  ///   - new: The new tree.
  init(_ oldRoot: TreeNode, _ newRoot: TreeNode, new: NavigationTree) {
    self.new = new
    // SAFETY: who compares the trees holds them.
    unsafe add(.passUnretained(oldRoot), .passUnretained(newRoot))
    if hasReplacements { noteReplaced() }
  }

  private mutating func add(_ oldRoot: Unmanaged<TreeNode>, _ newRoot: Unmanaged<TreeNode>) {
    var rest = unsafe [(child: -1, old: oldRoot, new: newRoot)]
    while let (child, old, new) = unsafe rest.popLast() {
      if child >= 0 { children[child].match = nodes.count }
      // SAFETY: the trees hold the nodes.
      unsafe old._withUnsafeGuaranteedRef { oldNode in
        unsafe new._withUnsafeGuaranteedRef { newNode in
          var match = unsafe NodeMatch(old: old, new: new)
          matchChildren(of: oldNode, and: newNode, &match)
          nodes.append(match)
          for child in match.changed.reversed() {
            let (old, new) = (children[child].old, children[child].new)
            unsafe rest.append(
              (
                child, .passUnretained(oldNode.children[old]),
                .passUnretained(newNode.children[new])
              )
            )
          }
        }
      }
    }
  }

  private mutating func matchChildren(
    of old: TreeNode,
    and new: TreeNode,
    _ match: inout NodeMatch
  ) {
    var start = 0
    var (oldEnd, newEnd) = (old.childCount, new.childCount)
    let shorter = min(oldEnd, newEnd)
    while start < shorter, old.children[start] === new.children[start] { start += 1 }
    while oldEnd > start, newEnd > start, old.children[oldEnd - 1] === new.children[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    let active = old.activeIndex
    if active < start { match.keptActive = active }
    if active >= oldEnd { match.keptActive = active - oldEnd + newEnd }

    let firstChild = children.count
    // As long as they stand in the same places nothing has to be looked up.
    var both = start
    let sameLength = min(oldEnd, newEnd)
    while both < sameLength, old.corresponds(at: both, to: new) {
      note(old, both, new, both, &match)
      both += 1
    }
    let firstPlace = places.count
    match.popped = firstPlace..<firstPlace
    match.pushed = firstPlace..<firstPlace
    if both == oldEnd {
      places.append(contentsOf: both..<newEnd)
      match.pushed = firstPlace..<places.count
    } else if both == newEnd {
      places.append(contentsOf: both..<oldEnd)
      match.popped = firstPlace..<places.count
    } else {
      matchByIdentity(of: old, both..<oldEnd, and: new, both..<newEnd, &match)
    }
    match.changed = firstChild..<children.count
    match.needsActivation =
      match.keptActive != new.activeIndex || isAnyParent(match.pushed, of: new)
    pushedCount += match.pushed.count
    if !match.pushed.isEmpty, !match.popped.isEmpty { hasReplacements = true }
  }

  /// Notes where something comes and goes what goes with it: all but what comes elsewhere.
  private mutating func noteReplaced() {
    for index in nodes.indices {
      let match = nodes[index]
      guard !match.pushed.isEmpty, !match.popped.isEmpty else { continue }
      let (old, new) = (match.oldNode, match.newNode)
      // Mostly nothing comes elsewhere, and nothing has to be looked up.
      if match.pushed.count == pushedCount, !isAnyParent(match.pushed, of: new) {
        nodes[index].replaced = match.popped
        continue
      }
      let firstReplaced = places.count
      for index in match.popped {
        let popped = old.children[places[index]].destination
        if !isMoved(popped, from: old.destination) { places.append(places[index]) }
      }
      nodes[index].replaced = firstReplaced..<places.count
    }
  }

  /// Whether one of some children has children.
  private func isAnyParent(_ list: Range<Int>, of node: TreeNode) -> Bool {
    node.hasGrandchildren && places[list].contains { node.children[$0].childCount > 0 }
  }

  private mutating func note(
    _ old: TreeNode,
    _ oldPlace: Int,
    _ new: TreeNode,
    _ newPlace: Int,
    _ match: inout NodeMatch
  ) {
    if old.activeIndex == oldPlace { match.keptActive = newPlace }
    guard old.children[oldPlace] !== new.children[newPlace] else { return }
    children.append(NodeMatch.Child(old: oldPlace, new: newPlace))
  }

  private mutating func matchByIdentity(
    of old: TreeNode,
    _ olds: Range<Int>,
    and new: TreeNode,
    _ news: Range<Int>,
    _ match: inout NodeMatch
  ) {
    // Large ones are not to be copied while they grow.
    if places.isEmpty { places.reserveCapacity(olds.count + news.count) }
    // A few are found faster than they are hashed.
    var find: (Destination) -> Int?
    if olds.count <= 8 {
      find = { wanted in
        olds.first { old.children[$0].destination.isSameScreen(as: wanted) }
      }
    } else {
      let places = PlaceTable(old, olds)
      find = { places.place(of: $0) }
    }
    var isKept = [Bool](repeating: false, count: olds.count)
    var last = -1
    let firstPushed = places.count
    for place in news {
      guard let found = find(new.children[place].destination) else {
        places.append(place)
        continue
      }
      isKept[found - olds.lowerBound] = true
      if found < last { match.isReordered = true }
      last = found
      note(old, found, new, place, &match)
    }
    let firstPopped = places.count
    for place in olds where !isKept[place - olds.lowerBound] { places.append(place) }
    match.pushed = firstPushed..<firstPopped
    match.popped = firstPopped..<places.count
  }

  /// Whether a destination is in the new tree under another parent, so that it has to go before it
  /// comes there.
  private func isMoved(_ destination: Destination, from parent: Destination) -> Bool {
    guard let entry = new.index[destination.id] else { return false }
    return entry.parent != parent
  }
}

// What the walks read.
extension TreeMatch {
  /// The places of what goes before anything comes.
  func gonePlaces(_ match: NodeMatch) -> [Int] {
    guard !match.replaced.isEmpty else { return Array(places[match.popped]) }
    return places[match.popped].without(ascending: places[match.replaced])
  }

  /// The children of the old node in the order of its traversal; none where none has children.
  func oldVisits(_ match: Int) -> [NodeMatch.Visit] {
    let match = nodes[match]
    guard unsafe match.old._withUnsafeGuaranteedRef(\.hasGrandchildren) else { return [] }
    return unsafe visits(match.changed, { $0.old }, match.popped, of: match.old)
  }

  /// The children of the new node in the order of its traversal; none where none has children.
  func newVisits(_ match: Int) -> [NodeMatch.Visit] {
    let match = nodes[match]
    guard unsafe match.new._withUnsafeGuaranteedRef(\.hasGrandchildren) else { return [] }
    return unsafe visits(match.changed, { $0.new }, match.pushed, of: match.new)
  }

  @inline(__always)
  private func visits(
    _ changed: Range<Int>,
    _ place: (NodeMatch.Child) -> Int,
    _ others: Range<Int>,
    of node: Unmanaged<TreeNode>
  ) -> [NodeMatch.Visit] {
    var visits: [NodeMatch.Visit] = []
    visits.reserveCapacity(changed.count + others.count)
    for child in children[changed] {
      visits.append(NodeMatch.Visit(place: place(child), match: child.match))
    }
    for other in places[others] { visits.append(NodeMatch.Visit(place: other, match: nil)) }
    guard visits.count > 1 else { return visits }
    let activeIndex = unsafe node._withUnsafeGuaranteedRef(\.activeIndex)
    // Mostly two ascending runs, which the sort finds.
    visits.sort { left, right in
      left.place == activeIndex
        ? false : right.place == activeIndex ? true : left.place < right.place
    }
    return visits
  }
}

extension Sequence<Int> {
  /// These numbers, which ascend, but for those of some others, which do as well.
  func without(ascending others: ArraySlice<Int>) -> [Int] {
    var rest = others
    return filter { number in
      guard rest.first == number else { return true }
      rest.removeFirst()
      return false
    }
  }
}

extension TreeNode {
  /// Whether the children of two nodes in one place show the same screen; without a look at them if
  /// they are one and the same.
  @inline(__always)
  fileprivate func corresponds(at place: Int, to other: TreeNode) -> Bool {
    let left = Unmanaged.passUnretained(children[place])
    let right = Unmanaged.passUnretained(other.children[place])
    // SAFETY: both nodes hold their children.
    return unsafe left.toOpaque() == right.toOpaque()
      || left._withUnsafeGuaranteedRef { left in
        unsafe right._withUnsafeGuaranteedRef { right in
          left.destination.isSameScreen(as: right.destination)
        }
      }
  }
}
