import Foundation
public import NativeViews

// What a program may ask of a node.
extension AnyNode {
  /// Gives the node another description of the same type.
  ///
  /// Another type causes a diagnosis. During an update of the node, the call takes effect in the same frame.
  ///
  /// Source: docs/semantics/ui.md, U14.
  public final func update(with description: any AnyNodeDescription) {
    update(with: description, animation: .none, completion: nil)
  }

  /// Gives the node another description of the same type, with an animation.
  ///
  /// - Parameters:
  ///   - description: The description.
  ///   - animation: How the node's view gets to its new values.
  ///   - completion: Called exactly once, after the update, when its animations in the node and its descendants have ended or were
  ///     interrupted; also if there was nothing to do, the node isn't shown, or the renderer goes. Doesn't wait for animations that repeat
  ///     forever.
  ///
  /// Source: docs/semantics/ui.md, N9.
  public final func update(
    with description: any AnyNodeDescription,
    animation: Animation,
    completion: (@MainActor () -> Void)?
  ) {
    let group = completion.map { UpdateGroup(completion: $0) }
    defer { group?.end() }
    guard ObjectIdentifier(description.descriptionType) == type else {
      return diagnose(
        "it was given a \(description.descriptionType)",
        remedy: "give a node descriptions of its own type, or its parent other children"
      )
    }
    // A leaving node is a snapshot of the past, and would stay if it got another description.
    guard let renderer, renderer.leavingCount == 0 || !isLeaving else { return }
    var options = NodeUpdate(animation: animation)
    if let group {
      options.motion = UpdateMotion(
        animation: animation,
        asksDescription: animation.type.isNone,
        group: group
      )
    }
    renderer.run { description.update(self, with: options) }
  }

  /// Updates the node and all nodes in it, even if nothing differs.
  ///
  /// Source: docs/semantics/ui.md, U14.
  public final func forceReload() {
    guard let renderer, renderer.leavingCount == 0 || !isLeaving else { return }
    renderer.run { update(again: NodeUpdate(isForced: true)) }
  }

  // MARK: Managed children

  /// Makes and shows a node in a container that the program manages, such as a cell.
  ///
  /// The node follows the store's state and goes with this node; otherwise it is left alone. For lists, prefer descriptions.
  ///
  /// Source: docs/semantics/ui.md, U15.
  @discardableResult
  public final func addManagedChild(
    with description: any AnyNodeDescription,
    in container: NativeView
  ) -> AnyNode? {
    guard let renderer else { return nil }
    var node: AnyNode?
    renderer.run {
      let child = description.makeNode(in: NodeContext(renderer: renderer, parent: self))
      rareParts.managed.append(child)
      child.show(in: container, after: container.lastChild)
      node = child
    }
    return node
  }

  /// Removes a node that ``addManagedChild(with:in:)`` made, and its view.
  public final func removeManagedChild(node: AnyNode) {
    guard let index = rare?.managed.firstIndex(where: { $0 === node }) else {
      return diagnose(
        "a child was to be removed that it doesn't manage",
        remedy: "give the node that addManagedChild has returned, once"
      )
    }
    rare?.managed.remove(at: index)
    node.unmountWithView()
  }

  /// Nodes in containers that the program manages.
  public final var managedChildren: [AnyNode] { rare.map { Array($0.managed) } ?? [] }
}
