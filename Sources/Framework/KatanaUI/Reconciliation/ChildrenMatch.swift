import KeyedDiff

/// A node's children and the descriptions they are to show, for their comparison.
///
/// Children match by the type of their description and their key; without keys, by type and order.
struct ChildrenMatch: KeyedLists {
  let old: ContiguousArray<AnyNode>
  let oldIdentities: [NodeIdentity]
  let new: [any AnyNodeDescription]
  let newIdentities: [NodeIdentity]
  /// The elements that the children show, if any.
  let memos: [AnyObject?]

  @MainActor
  init(_ old: ContiguousArray<AnyNode>, _ new: [any AnyNodeDescription]) {
    (self.old, self.new) = (old, new)
    oldIdentities = old.map(\.identity)
    newIdentities = new.map(\.identity)
    memos = old.contains { $0.memo != nil } ? old.map(\.memo) : []
  }

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  func isUnchanged(old place: Int, new other: Int) -> Bool {
    guard !memos.isEmpty, let memo = memos[place] else { return false }
    return memo === new[other].memo
  }

  func corresponds(old place: Int, new other: Int) -> Bool {
    oldIdentities[place] == newIdentities[other]
  }

  func isRepeated(old place: Int, old other: Int) -> Bool {
    oldIdentities[place] == oldIdentities[other]
  }

  func oldHash(at place: Int) -> Int { oldIdentities[place].hashValue }
  func newHash(at place: Int) -> Int { newIdentities[place].hashValue }
}

/// Edits of the views of a node's children.
@usableFromInline
struct ChildrenEdits {
  var removed: [AnyNode] = []
  /// Where views move; `nil` if all of them stay.
  var placements: KeyedEdits?
  /// The former first child: children go where it was, after what the node's view may contain itself.
  var oldFirst: AnyNode?
}
