/// A destination with its children, shared by every tree that has it unchanged.
///
/// Two trees with the same node have the same subtree there, so a comparison needn't look into it.
///
/// Shape: one reference. A destination without children is its own node: they are most of a tree, and take no memory in it.
@usableFromInline
enum TreeNode: Sendable {
  case leaf(Destination)
  case parent(ParentNode)

  @inline(__always)
  init(_ destination: Destination, children: ContiguousArray<TreeNode> = [], activeIndex: Int = -1)
  {
    self =
      children.isEmpty
      ? .leaf(destination)
      : .parent(ParentNode(destination, children: children, activeIndex: activeIndex))
  }

  /// The object that it is in memory.
  var object: AnyObject {
    switch self {
    case .leaf(let destination): destination.contents
    case .parent(let parent): parent
    }
  }

  var destination: Destination {
    switch self {
    case .leaf(let destination): destination
    case .parent(let parent): parent.destination
    }
  }

  /// The node as one that has children, or `nil`.
  var parent: ParentNode? { if case .parent(let parent) = self { parent } else { nil } }

  var children: ContiguousArray<TreeNode> { parent?.children ?? [] }

  /// The number of children, without accessing their storage.
  var childCount: Int { parent?.childCount ?? 0 }

  /// The index of the active child, or -1.
  var activeIndex: Int { parent?.activeIndex ?? -1 }

  /// The number of destinations from this one on.
  var subtreeCount: Int { parent?.subtreeCount ?? 1 }

  /// The active child's destination.
  var activeDestination: Destination? { parent?.activeDestination }

  var activeChild: TreeNode? {
    activeIndex < 0 ? nil : children[activeIndex]
  }

  /// The index in `children` of the child at a place of the traversal: the inactive ones in order, then the active one.
  ///
  /// Source: docs/semantics/router.md, R3.
  func childIndex(atTraversalPlace place: Int) -> Int {
    if activeIndex < 0 || place < activeIndex { return place }
    return place == children.count - 1 ? activeIndex : place + 1
  }

  func childIndex(of destination: Destination) -> Int? {
    children.firstIndex { $0.destination == destination }
  }
}

extension TreeNode? {
  /// Whether both are the same in memory.
  static func === (left: Self, right: Self) -> Bool { left?.object === right?.object }

  static func !== (left: Self, right: Self) -> Bool { left?.object !== right?.object }
}

/// A destination that has children.
@usableFromInline
final class ParentNode: Sendable {
  let destination: Destination

  private let activePlace: Int32

  /// The number of children, and in the lowest bit whether one of them has children.
  ///
  /// With both in one word a node has 56 bytes, which fits the allocator's blocks of 64.
  private let shape: UInt32

  /// The number of destinations from this one on.
  let subtreeCount: Int

  // SAFETY: written in `init`, and by the `deinit` of a parent that has found itself the only owner; after that nobody can read it.
  @safe nonisolated(unsafe) private(set) var children: ContiguousArray<TreeNode>

  /// The active child's destination, so that reading it needn't access the child.
  let activeDestination: Destination?

  /// The index of the active child, or -1.
  var activeIndex: Int { Int(activePlace) }

  /// The number of children, without accessing their storage.
  var childCount: Int { Int(shape >> 1) }

  /// Whether a child has children.
  ///
  /// If none has, walks needn't access the children at all, which are most of a tree and seldom in the cache.
  var hasGrandchildren: Bool { shape & 1 != 0 }

  /// Makes a node of at least one child.
  @inline(__always)
  init(_ destination: Destination, children: ContiguousArray<TreeNode>, activeIndex: Int) {
    self.destination = destination
    activePlace = Int32(truncatingIfNeeded: activeIndex)
    activeDestination = activeIndex < 0 ? nil : children[activeIndex].destination
    var count = 1
    for place in children.indices { count += children[place].subtreeCount }
    subtreeCount = count
    shape = UInt32(children.count << 1 | (count > children.count + 1 ? 1 : 0))
    self.children = children
  }

  /// Takes the subtree apart level by level, where the default would recurse, so that a chain of any length fits the stack.
  deinit {
    guard hasGrandchildren, !children.isEmpty else { return }
    var levels: ContiguousArray<ContiguousArray<TreeNode>> = []
    var siblings: ContiguousArray<TreeNode> = []
    swap(&siblings, &children)
    repeat {
      while let node = siblings.popLast() {
        // Moved out: a copy would be another owner.
        guard case .parent(var parent) = consume node, parent.hasGrandchildren,
          isKnownUniquelyReferenced(&parent)
        else { continue }
        if !siblings.isEmpty { levels.append(siblings) }
        siblings = []
        swap(&siblings, &parent.children)
      }
      siblings = levels.popLast() ?? []
    } while !siblings.isEmpty
  }

  /// The destination of the first child.
  var firstDestination: Destination {
    if activeIndex == 0, let activeDestination { return activeDestination }
    return children[0].destination
  }
}

// Changed copies. Each shares all children except the one that it is about.
extension TreeNode {
  func withChildren(_ children: ContiguousArray<TreeNode>, activeIndex: Int) -> TreeNode {
    TreeNode(destination, children: children, activeIndex: activeIndex)
  }

  func replacingChild(at index: Int, with child: TreeNode) -> TreeNode {
    var children = children
    children[index] = child
    return withChildren(children, activeIndex: activeIndex)
  }

  func removingChild(at index: Int) -> TreeNode {
    var children = children
    children.remove(at: index)
    let active =
      activeIndex == index ? -1 : activeIndex > index ? activeIndex - 1 : activeIndex
    return withChildren(children, activeIndex: active)
  }

  func insertingChildren(
    _ added: some Collection<TreeNode>,
    at index: Int,
    activeOffset: Int?
  ) -> TreeNode {
    var children = children
    children.insert(contentsOf: added, at: index)
    let kept = activeIndex >= index ? activeIndex + added.count : activeIndex
    return withChildren(children, activeIndex: activeOffset.map { index + $0 } ?? kept)
  }

  func activatingChild(at index: Int) -> TreeNode {
    activeIndex == index ? self : withChildren(children, activeIndex: index)
  }
}
