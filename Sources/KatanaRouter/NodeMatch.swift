/// A destination that two trees have in the same place, and how its children differ.
///
/// Children correspond if their identities and types are equal. Those that are the same node in memory
/// are left out: nothing under them differs.
struct NodeMatch {
  /// A child of which something has to be said.
  struct Visit {
    let place: Int
    /// Its match; `nil` where it comes or goes.
    let match: Int?
  }

  let old: TreeNode
  let new: TreeNode
  /// The corresponding children that differ, by their places; `match` is theirs.
  var changed: [(old: Int, new: Int, match: Int)] = []
  /// The places of the children that only the old one has.
  var popped: [Int] = []
  /// Those of them that go with the change that pushes; the others go before.
  var replaced: [Int] = []
  /// The places of the children that only the new one has.
  var pushed: [Int] = []
  /// Whether the children that stay have another order.
  var isReordered = false
  /// Where the active child of the old one has got to; `nil` if it was popped or if there was none.
  var keptActive: Int?

  /// Matches the children of two nodes.
  ///
  /// - Parameters:
  ///   - old: The node of the old tree.
  ///   - new: The node of the new tree.
  ///   - isMoved: Whether a destination is in the new tree under another parent. Then it has to go
  ///     before it comes there.
  init(old: TreeNode, new: TreeNode, isMoved: (Destination, _ from: Destination) -> Bool) {
    self.old = old
    self.new = new
    matchChildren()
    guard !pushed.isEmpty, !popped.isEmpty else { return }
    replaced = popped.filter { !isMoved(old.children[$0].destination, old.destination) }
  }

  private mutating func matchChildren() {
    let (olds, news) = (old.children, new.children)
    var start = 0
    let shorter = min(olds.count, news.count)
    while start < shorter, olds[start] === news[start] { start += 1 }
    var (oldEnd, newEnd) = (olds.count, news.count)
    while oldEnd > start, newEnd > start, olds[oldEnd - 1] === news[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    let active = old.activeIndex
    if active >= 0, active < start { keptActive = active }
    if active >= oldEnd { keptActive = active - oldEnd + newEnd }

    // As long as they stand in the same places nothing has to be looked up.
    var both = start
    let sameLength = min(oldEnd, newEnd)
    while both < sameLength, olds[both].destination.isSameScreen(as: news[both].destination) {
      note(old: both, new: both)
      both += 1
    }
    if both == oldEnd {
      pushed = Array(both..<newEnd)
    } else if both == newEnd {
      popped = Array(both..<oldEnd)
    } else {
      matchByIdentity(olds: both..<oldEnd, news: both..<newEnd)
    }
  }

  private mutating func note(old oldPlace: Int, new newPlace: Int) {
    if old.activeIndex == oldPlace { keptActive = newPlace }
    guard old.children[oldPlace] !== new.children[newPlace] else { return }
    changed.append((oldPlace, newPlace, -1))
  }

  private mutating func matchByIdentity(olds: Range<Int>, news: Range<Int>) {
    // A few are found faster than they are hashed.
    var find: (Destination) -> Int?
    if olds.count <= 8 {
      let children = old.children
      find = { wanted in olds.first { children[$0].destination.isSameScreen(as: wanted) } }
    } else {
      var places = [Destination.ID: Int](minimumCapacity: olds.count)
      for place in olds { places[old.children[place].destination.id] = place }
      let children = old.children
      find = { wanted in
        places[wanted.id].flatMap {
          children[$0].destination.isSameScreen(as: wanted) ? $0 : nil
        }
      }
    }
    var isKept = [Bool](repeating: false, count: olds.count)
    var last = -1
    for place in news {
      guard let found = find(new.children[place].destination) else {
        pushed.append(place)
        continue
      }
      isKept[found - olds.lowerBound] = true
      if found < last { isReordered = true }
      last = found
      note(old: found, new: place)
    }
    popped = olds.filter { !isKept[$0 - olds.lowerBound] }
  }

  /// What goes before anything comes.
  var goneList: DestinationList {
    guard !replaced.isEmpty else { return DestinationList(childrenOf: old, places: popped) }
    let replaced = Set(replaced)
    return DestinationList(childrenOf: old, places: popped.filter { !replaced.contains($0) })
  }

  /// What goes with the change that pushes.
  var replacedList: DestinationList { DestinationList(childrenOf: old, places: replaced) }

  var pushedList: DestinationList { DestinationList(childrenOf: new, places: pushed) }

  /// Whether no other step carries the order.
  var needsReorder: Bool { isReordered && pushed.isEmpty && popped.count < 2 }

  /// Whether a step may have to say what is active here, or below a child that comes.
  var needsActivation: Bool {
    (keptActive ?? -1) != new.activeIndex
      || pushed.contains { !new.children[$0].children.isEmpty }
  }

  /// The children of the old node in the order of its traversal.
  var oldVisits: [Visit] {
    if popped.isEmpty, changed.count == 1 {
      return [Visit(place: changed[0].old, match: changed[0].match)]
    }
    let kept = changed.map { Visit(place: $0.old, match: $0.match) }
    return Self.merge(kept, popped, activeIndex: old.activeIndex)
  }

  /// The children of the new node in the order of its traversal.
  var newVisits: [Visit] {
    if pushed.isEmpty, changed.count == 1 {
      return [Visit(place: changed[0].new, match: changed[0].match)]
    }
    let kept = changed.map { Visit(place: $0.new, match: $0.match) }
    return Self.merge(kept, pushed, activeIndex: new.activeIndex)
  }

  private static func merge(_ kept: [Visit], _ others: [Int], activeIndex: Int) -> [Visit] {
    guard kept.count + others.count > 1 else {
      return kept + others.map { Visit(place: $0, match: nil) }
    }
    // Mostly two ascending runs, which the sort finds.
    return (kept + others.map { Visit(place: $0, match: nil) }).sorted { left, right in
      left.place == activeIndex
        ? false : right.place == activeIndex ? true : left.place < right.place
    }
  }
}
