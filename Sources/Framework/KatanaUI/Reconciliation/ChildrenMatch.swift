import KeyedDiff

/// The children of a node and descriptions that they are to show, as their comparison reads them.
///
/// Children correspond by the types of their descriptions and their keys; those without keys by type and order.
struct ChildrenMatch: KeyedLists {
  let old: ContiguousArray<AnyNode>
  let oldIdentities: [NodeIdentity]
  let new: [any AnyNodeDescription]
  let newIdentities: [NodeIdentity]
  /// The elements that the children show, where there are any.
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

/// The edits of the views of a node's children.
@usableFromInline
struct ChildrenEdits {
  /// Nodes that are no more.
  var removed: [AnyNode] = []
  /// Where the comparison says how views are placed; `nil` where all of them stay.
  var placements: KeyedEdits?
  /// What was the first: children stand where it stood, after what the node's view may have put there itself.
  var oldFirst: AnyNode?
}
