/// A destination with everything under it, as a value.
///
///     NavigationNode(tabs, children: [
///       NavigationNode(home, isActive: true, children: [NavigationNode(feed, isActive: true)]),
///       NavigationNode(search),
///     ])
///
/// Shape: one reference to immutable contents, and whether it is the active one among its siblings.
///
/// Source: docs/semantics/router.md, R2; in the original a class with references in both directions.
public struct NavigationNode: Sendable {
  @usableFromInline let node: TreeNode

  /// Whether it is the active one among its siblings; a root is active.
  public let isActive: Bool

  init(_ node: TreeNode, isActive: Bool) {
    self.node = node
    self.isActive = isActive
  }

  /// Makes a subtree.
  ///
  /// - Parameters:
  ///   - destination: The destination at its top.
  ///   - isActive: Whether it is the active one among its siblings.
  ///   - children: The nodes directly under it; the first active one counts.
  @inlinable
  public init(
    _ destination: Destination,
    isActive: Bool = false,
    children: some Sequence<NavigationNode> = EmptyCollection()
  ) {
    var nodes: ContiguousArray<TreeNode> = []
    let expected = children.underestimatedCount
    if expected > 0 { nodes.reserveCapacity(expected) }
    var activeIndex = -1
    for child in children {
      if child.isActive, activeIndex < 0 { activeIndex = nodes.count }
      nodes.append(child.node)
    }
    self.init(destination, isActive: isActive, nodes: nodes, activeIndex: activeIndex)
  }

  /// Not generic, unlike its caller, which is inlined where the type of the children is known.
  @usableFromInline
  init(
    _ destination: Destination,
    isActive: Bool,
    nodes: ContiguousArray<TreeNode>,
    activeIndex: Int
  ) {
    node = TreeNode(destination, children: nodes, activeIndex: activeIndex)
    self.isActive = isActive
  }

  /// The destination at the top.
  public var destination: Destination { node.destination }

  /// The children, in order.
  public var children: NavigationChildren { NavigationChildren(node) }

  /// The child that is shown, if one is.
  public var activeChild: NavigationNode? {
    node.activeChild.map { NavigationNode($0, isActive: true) }
  }

  /// The end of the path along active children: itself, if none of its children is active.
  ///
  /// Complexity: O(depth).
  public var activeLeaf: NavigationNode {
    var leaf = self
    while let child = leaf.activeChild { leaf = child }
    return leaf
  }

  /// Whether both are the same subtree in memory; then they are equal.
  ///
  /// Complexity: O(1).
  public func isIdentical(to other: NavigationNode) -> Bool {
    node === other.node
  }
}

/// The children of a destination, in order.
public struct NavigationChildren: RandomAccessCollection, Sendable {
  private let parent: TreeNode

  init(_ parent: TreeNode) {
    self.parent = parent
  }

  /// The first place: 0.
  public var startIndex: Int { 0 }

  /// The place after the last.
  public var endIndex: Int { parent.children.count }

  /// The child at a place.
  public subscript(position: Int) -> NavigationNode {
    NavigationNode(parent.children[position], isActive: position == parent.activeIndex)
  }
}

extension NavigationNode {
  /// Visits the nodes of the subtree; at each level the inactive children in order, then the active one.
  ///
  /// Complexity: O(n), in constant stack space.
  ///
  /// Source: docs/semantics/router.md, R3.
  ///
  /// - Parameters:
  ///   - postOrder: Whether a node comes after its descendants instead of before.
  ///   - visit: Called with each node.
  /// - Throws: What `visit` throws.
  public func traverse<Failure: Error>(
    postOrder: Bool = false,
    _ visit: (NavigationNode) throws(Failure) -> Void
  ) throws(Failure) {
    var path: [(node: NavigationNode, place: Int)] = [(self, 0)]
    if !postOrder { try visit(self) }
    while let (parent, place) = path.last {
      guard place < parent.node.children.count else {
        if postOrder { try visit(parent) }
        path.removeLast()
        continue
      }
      path[path.count - 1].place += 1
      let child = parent.children[parent.node.childIndex(atTraversalPlace: place)]
      if !postOrder { try visit(child) }
      path.append((child, 0))
    }
  }

  /// The nodes of the subtree in the order of `traverse(postOrder:_:)`.
  public func nodes(postOrder: Bool = false) -> [NavigationNode] {
    var nodes: [NavigationNode] = []
    traverse(postOrder: postOrder) { nodes.append($0) }
    return nodes
  }

  /// The first node in pre-order that fulfils a condition.
  public func first(where condition: (NavigationNode) -> Bool) -> NavigationNode? {
    var stack = [self]
    while let next = stack.popLast() {
      if condition(next) { return next }
      for place in next.node.children.indices.reversed() {
        stack.append(next.children[next.node.childIndex(atTraversalPlace: place)])
      }
    }
    return nil
  }

  /// The node of a destination, by linear search; `NavigationTree` finds it faster.
  public func find(_ id: Destination.ID) -> NavigationNode? {
    first { $0.destination.id == id }
  }

  /// Whether a destination is in the subtree.
  public func contains(_ id: Destination.ID) -> Bool {
    find(id) != nil
  }
}

extension NavigationNode: Equatable {
  /// Whether both have the same destinations of the same types in the same places, and the same active ones; contexts don't count.
  ///
  /// Complexity: O(n) in what both don't share.
  public static func == (left: NavigationNode, right: NavigationNode) -> Bool {
    guard left.isActive == right.isActive else { return false }
    var pairs = [(left.node, right.node)]
    while let (left, right) = pairs.popLast() {
      if left === right { continue }
      guard left.destination.isSameScreen(as: right.destination),
        left.activeIndex == right.activeIndex, left.children.count == right.children.count
      else { return false }
      pairs.append(contentsOf: zip(left.children, right.children))
    }
    return true
  }
}
