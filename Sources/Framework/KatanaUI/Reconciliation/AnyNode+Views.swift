import KeyedDiff
public import NativeViews

// Everything that reconciliation does with views.
extension AnyNode {
  /// Shows the children of a node for the first time, above what its view contains already.
  @usableFromInline
  final func showChildren(in container: NativeView) {
    for child in children { child.show(in: container, after: container.lastChild) }
  }

  /// Shows new children, moves those with other places, and removes children that went.
  @usableFromInline
  final func placeChildren(_ edits: ChildrenEdits?, in container: NativeView) {
    guard let edits else {
      if container.pending.contains(.mayHaveLostChild) { bringBackChildren(to: container) }
      return
    }
    let first = edits.oldFirst?.view
    let anchor = first?.parent === container ? first?.previousSibling : container.lastChild
    for node in edits.removed { node.view?.removeFromParent() }
    bringBackChildren(to: container)
    edits.placements?.forEachPlacement { place, old in
      let previous = place == 0 ? anchor : children[place - 1].view
      let child = children[place]
      if let view = child.view {
        container.insert(view, after: previous)
      } else {
        child.show(in: container, after: previous)
      }
    }
  }

  /// Inserts views of children again that other code removed.
  private func bringBackChildren(to container: NativeView) {
    container.pending.remove(.mayHaveLostChild)
    let first = children.first { $0.view?.parent === container }?.view
    var previous = first == nil ? container.lastChild : first?.previousSibling
    for child in children {
      guard let view = child.view else { continue }
      if view.parent !== container {
        child.diagnose(
          "its view was removed from its parent by somebody else, and is inserted again",
          remedy: "remove its description from its parent's children instead"
        )
        container.insert(view, after: previous)
      }
      previous = view
    }
  }
}
