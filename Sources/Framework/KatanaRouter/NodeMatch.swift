/// A destination that two trees have in the same place, and how its children differ.
///
/// Children correspond if their identities and types are equal. Those that are the same node in memory
/// are left out: nothing under them differs.
///
/// Shape: numbers only, so that a copy takes no references; the lists are parts of those of the
/// `TreeMatch`.
struct NodeMatch {
  /// Two corresponding children that differ, by their places, and their own match.
  struct Child {
    let old: Int
    let new: Int
    var match = -1
  }

  /// A child of which something has to be said.
  struct Visit {
    let place: Int
    /// Its match; `nil` where it comes or goes.
    let match: Int?
  }

  // SAFETY: the trees that are compared hold their nodes, and outlive the comparison.
  let old: Unmanaged<TreeNode>
  let new: Unmanaged<TreeNode>
  /// The corresponding children that differ: a part of `TreeMatch.children`.
  var changed = 0..<0
  /// The children that only the new one has: a part of `TreeMatch.places`, as are the next two.
  var pushed = 0..<0
  /// The children that only the old one has.
  var popped = 0..<0
  /// Those of them that go with the change that pushes; the others go before.
  var replaced = 0..<0
  /// Where the active child of the old one has got to; -1 if it was popped or if there was none.
  var keptActive = -1
  /// Whether the children that stay have another order.
  var isReordered = false
  /// Whether a step may have to say what is active here, or below a child that comes.
  var needsActivation = false

  /// Whether no other step carries the order.
  var needsReorder: Bool { isReordered && pushed.isEmpty && popped.count < 2 }

  var oldNode: TreeNode { unsafe old.takeUnretainedValue() }

  var newNode: TreeNode { unsafe new.takeUnretainedValue() }
}
