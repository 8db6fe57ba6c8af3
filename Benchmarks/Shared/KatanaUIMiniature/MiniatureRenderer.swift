/// How the UI of the originals works, as small as it can be and still work so: descriptions with existential
/// props, nodes that are reused by the hash of type and key, and a walk through all of the tree for each
/// state of the store.
///
/// An update:
///
/// 1. Nothing happens where props and state are equal, but that they are replaced.
/// 2. Otherwise all children are described anew. The old ones are put into buckets by their replace key; each
///    description takes the first of its bucket, which is updated, or a new node. So children without a
///    key are reused by their position.
/// 3. New views are added in front. If those that stay aren't in the order of before, every view is brought to
///    the front, one after the other; a view that no description is for is removed.
/// 4. For a state of the store, each connected node is connected anew, from the root down through every node,
///    unless it has described its children in this walk already, because its parent was updated.
///
/// What the originals do besides is left out: animations of children, mocked states, references, managed children,
/// assertions on the queue. So they are slower than this.
@MainActor
package final class MiniatureRenderer {
  /// The store's state; `nil` without a store.
  package private(set) var state: (any Sendable)?
  let dispatch: MiniatureDispatch
  package private(set) var rootNode: (any AnyMiniatureNode)?
  private var updatedNodes: Set<ObjectIdentifier> = []

  /// Creates the tree of a description, without views.
  package init(
    rootDescription: any AnyMiniatureDescription,
    state: (any Sendable)? = nil,
    dispatch: @escaping MiniatureDispatch = { _ in }
  ) {
    self.state = state
    self.dispatch = dispatch
    rootNode = rootDescription.makeNode(in: self)
  }

  /// Makes the views of the tree in a view.
  package func render(in container: any MiniaturePlatformView) {
    rootNode?.render(in: container)
  }

  /// Takes on another description of the root.
  package func update(
    with description: any AnyMiniatureDescription,
    completion: MiniatureCompletion? = nil
  ) {
    updatedNodes.removeAll(keepingCapacity: true)
    rootNode?.update(with: description, isForced: false, completion: completion)
  }

  /// Takes on another state of the store: walks through the whole tree.
  package func stateDidChange(to state: any Sendable) {
    self.state = state
    updatedNodes.removeAll(keepingCapacity: true)
    if let rootNode { connect(rootNode) }
  }

  func noteUpdate(of node: any AnyMiniatureNode) { updatedNodes.insert(ObjectIdentifier(node)) }

  private func connect(_ node: any AnyMiniatureNode) {
    let before = node.children
    let description = node.anyDescription
    if type(of: description) is any AnyConnectedMiniatureDescription.Type,
      !updatedNodes.contains(ObjectIdentifier(node))
    {
      node.update(with: description, isForced: false, completion: nil)
    }
    guard updatedNodes.contains(ObjectIdentifier(node)) else {
      for child in before { connect(child) }
      return
    }
    // New children were made from this state; those that are gone need none.
    var after: Set<ObjectIdentifier> = []
    for child in node.children { after.insert(ObjectIdentifier(child)) }
    for child in before where after.contains(ObjectIdentifier(child)) { connect(child) }
  }
}
