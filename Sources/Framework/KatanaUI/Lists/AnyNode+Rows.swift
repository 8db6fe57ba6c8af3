import NativeViews

extension AnyNode {
  /// Ends a child, and takes its view away.
  @usableFromInline
  final func removeChild(at place: Int) {
    let node = children[place]
    node.unmount()
    node.view?.removeFromParent()
    children.remove(at: place)
  }

  /// Takes in a new child, and shows it.
  @usableFromInline
  final func insertChild(_ node: AnyNode, at place: Int) {
    let container = childrenContainer
    let previous =
      place > 0
      ? children[place - 1].view
      : children.first?.view?.previousSibling ?? (children.isEmpty ? container?.lastChild : nil)
    children.insert(node, at: place)
    if let container { node.show(in: container, after: previous) }
  }
}
