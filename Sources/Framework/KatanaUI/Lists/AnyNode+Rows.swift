import NativeViews

extension AnyNode {
  /// The view before that of the child at a place; `nil` if the child's view comes first.
  final func viewBefore(place: Int) -> NativeView? {
    if place > 0 { return children[place - 1].view }
    // The container may have other views before the children's.
    return children.isEmpty ? childrenContainer?.lastChild : children[0].view?.previousSibling
  }

  /// Ends a child and removes its view.
  @usableFromInline
  final func removeChild(at place: Int) {
    children[place].unmountWithView()
    children.remove(at: place)
  }

  /// Adds a new child and shows it.
  @usableFromInline
  final func insertChild(_ node: AnyNode, at place: Int) {
    let previous = viewBefore(place: place)
    children.insert(node, at: place)
    if let container = childrenContainer { node.show(in: container, after: previous) }
  }

  /// Swaps two children and their views.
  ///
  /// Complexity: O(1).
  @usableFromInline
  final func swapChildren(_ first: Int, _ last: Int) {
    let previous = viewBefore(place: first)
    children.swapAt(first, last)
    guard let container = childrenContainer, let view = children[first].view,
      let other = children[last].view
    else { return }
    container.insert(view, after: previous)
    renderer?.tally.moved += 1
    // Of neighbours, the other one is in place already.
    guard last - first > 1 else { return }
    container.insert(other, after: children[last - 1].view)
    renderer?.tally.moved += 1
  }
}
