/// What is directly under a destination, in order.
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
