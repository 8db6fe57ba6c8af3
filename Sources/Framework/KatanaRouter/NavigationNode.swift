/// A destination with everything under it, as a value.
///
///     NavigationNode(tabs, children: [
///       NavigationNode(home, isActive: true, children: [NavigationNode(feed, isActive: true)]),
///       NavigationNode(search),
///     ])
///
/// Shape: one reference to immutable contents, and whether it is the active one among its siblings.
///
/// Source: SEMANTICS.md, R2; there a class with references in both directions.
public struct NavigationNode: Sendable {
  let node: TreeNode

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
  ///   - isActive: Whether it shall be the active one among its siblings.
  ///   - children: What is directly under it; the first one that is active is the active one.
  public init(
    _ destination: Destination,
    isActive: Bool = false,
    children: some Sequence<NavigationNode> = EmptyCollection()
  ) {
    var nodes: ContiguousArray<TreeNode> = []
    var activeIndex = -1
    for child in children {
      if child.isActive, activeIndex < 0 { activeIndex = nodes.count }
      nodes.append(child.node)
    }
    node = TreeNode(destination, children: nodes, activeIndex: activeIndex)
    self.isActive = isActive
  }

  /// The destination at the top.
  public var destination: Destination { node.destination }

  /// What is directly under it, in order.
  public var children: NavigationChildren { NavigationChildren(node) }

  /// The child that is shown, if one is.
  public var activeChild: NavigationNode? {
    node.activeChild.map { NavigationNode($0, isActive: true) }
  }

  /// The end of the way along active children: itself, if none of its children is active.
  ///
  /// Complexity: O(depth).
  public var activeLeaf: NavigationNode {
    var leaf = self
    while let child = leaf.activeChild { leaf = child }
    return leaf
  }

  /// Whether both are one and the same subtree in memory; then they are equal.
  ///
  /// Complexity: O(1).
  public func isIdentical(to other: NavigationNode) -> Bool {
    node === other.node
  }
}
