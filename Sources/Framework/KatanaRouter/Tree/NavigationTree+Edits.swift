extension NavigationTree {
  /// Puts the first destination into an empty tree.
  ///
  /// - Throws: `NavigationError.rootExists`, `duplicate`; then nothing has changed.
  public mutating func setRoot(_ root: NavigationNode) throws(NavigationError) {
    if let rootNode { throw .rootExists(root: rootNode.destination, added: root.destination) }
    self = try NavigationTree(root)
  }

  /// Replaces everything.
  ///
  /// - Throws: `NavigationError.duplicate`; then nothing has changed.
  public mutating func reset(to root: NavigationNode? = nil) throws(NavigationError) {
    self = try NavigationTree(root)
  }

  /// Adds subtrees under a destination.
  ///
  /// - Parameters:
  ///   - added: The subtrees, in order; if one of them is active, it becomes the active child.
  ///   - id: The destination to add them to.
  ///   - place: The index of the child to insert before; `nil` to append.
  /// - Throws: `NavigationError.unknownDestination`, `duplicate`, `noSuchPlace`; then nothing has changed.
  public mutating func insert(
    _ added: [NavigationNode],
    under id: Destination.ID,
    at place: Int? = nil
  ) throws(NavigationError) {
    let path = try requirePath(to: id)
    let parent = path.target
    let place = place ?? parent.children.count
    guard 0...parent.children.count ~= place else {
      throw .noSuchPlace(place, under: parent.destination, count: parent.children.count)
    }
    var edited = self
    for node in added { try edited.addToIndex(node.node, under: parent.destination) }
    let active = added.firstIndex(where: \.isActive)
    edited.replaceTarget(
      of: path,
      with: parent.insertingChildren(added.map(\.node), at: place, activeOffset: active)
    )
    self = edited
  }

  /// Adds a destination in front: under the active leaf, as its active child, or as the root.
  ///
  /// - Throws: `NavigationError.duplicate`; then nothing has changed.
  public mutating func addActiveLeaf(_ added: NavigationNode) throws(NavigationError) {
    guard let activeLeaf else { return try setRoot(added) }
    try insert([NavigationNode(added.node, isActive: true)], under: activeLeaf.destination.id)
  }

  /// Removes a destination and everything under it; no sibling becomes active instead.
  ///
  /// - Throws: `NavigationError.unknownDestination`, `isRoot`; then nothing has changed.
  public mutating func remove(_ id: Destination.ID) throws(NavigationError) {
    var path = try requirePath(to: id)
    let target = path.target
    guard let place = path.places.popLast() else { throw .isRoot(target.destination) }
    path.nodes.removeLast()
    replaceTarget(of: path, with: path.nodes[path.nodes.count - 1].removingChild(at: place))
    removeFromIndex(target)
  }

  /// Replaces a destination and everything under it by a subtree, which is active if the destination was.
  ///
  /// - Throws: `NavigationError.unknownDestination`, `duplicate`; then nothing has changed.
  public mutating func replace(
    _ id: Destination.ID,
    with node: NavigationNode
  ) throws(NavigationError) {
    let path = try requirePath(to: id)
    var edited = self
    edited.removeFromIndex(path.target)
    try edited.addToIndex(node.node, under: parent(of: id))
    edited.replaceTarget(of: path, with: node.node)
    self = edited
  }

  /// Makes a destination visible: the active child of its parent, and so on up to the root.
  ///
  /// - Throws: `NavigationError.unknownDestination`; then nothing has changed.
  public mutating func setActive(_ id: Destination.ID) throws(NavigationError) {
    let path = try requirePath(to: id)
    guard zip(path.nodes, path.places).contains(where: { $0.activeIndex != $1 }) else { return }
    var node = path.target
    for level in path.places.indices.reversed() {
      let (parent, place) = (path.nodes[level], path.places[level])
      node =
        parent.children[place] === node
        ? parent.activatingChild(at: place)
        : parent.replacingChild(at: place, with: node).activatingChild(at: place)
    }
    rootNode = node
  }

  /// Makes a child of a destination its active one, or none, wherever the destination is.
  ///
  /// - Throws: `NavigationError.unknownDestination`; then nothing has changed.
  public mutating func setActiveChild(
    _ child: Destination.ID?,
    of id: Destination.ID
  ) throws(NavigationError) {
    let path = try requirePath(to: id)
    var place = -1
    if let child {
      let found = path.target.children.firstIndex { $0.destination.id == child }
      guard let found else { throw .unknownDestination(child) }
      place = found
    }
    guard path.target.activeIndex != place else { return }
    replaceTarget(of: path, with: path.target.activatingChild(at: place))
  }

  /// Removes what is in front of a destination of the active path, so that it becomes the active leaf.
  ///
  /// - Throws: `NavigationError.unknownDestination`, `notActive`; then nothing has changed.
  public mutating func pop(to id: Destination.ID) throws(NavigationError) {
    let path = try requirePath(to: id)
    guard zip(path.nodes, path.places).allSatisfy({ $0.activeIndex == $1 }) else {
      throw .notActive(path.target.destination)
    }
    guard let child = path.target.activeChild else { return }
    replaceTarget(of: path, with: path.target.removingChild(at: path.target.activeIndex))
    removeFromIndex(child)
  }

  /// Moves a subtree to another parent or to another place under the same one.
  ///
  /// It is active there only if it moves within one parent and was active before.
  ///
  /// - Parameters:
  ///   - id: The destination, which moves with everything under it.
  ///   - parent: The new parent.
  ///   - place: The index to insert it at, among the children without it; `nil` to append it.
  /// - Throws: `NavigationError.unknownDestination`, `isRoot`, `cycle`, `noSuchPlace`; then nothing has changed.
  public mutating func move(
    _ id: Destination.ID,
    under parent: Destination.ID,
    at place: Int? = nil
  ) throws(NavigationError) {
    let path = try requirePath(to: id)
    let goal = try requirePath(to: parent)
    if path.places.isEmpty { throw .isRoot(path.target.destination) }
    if goal.nodes.contains(where: { $0 === path.target }) {
      throw .cycle(moved: path.target.destination, under: goal.target.destination)
    }
    let isWithin = goal.target === path.nodes[path.nodes.count - 2]
    let wasActive = goal.target.activeChild === path.target
    var edited = self
    try edited.remove(id)
    try edited.insert(
      [NavigationNode(path.target, isActive: isWithin && wasActive)],
      under: parent,
      at: place
    )
    self = edited
  }

  /// Puts the children of a destination into another order.
  ///
  /// - Throws: `NavigationError.unknownDestination`, `wrongOrder`; then nothing has changed.
  public mutating func setChildOrder(
    of id: Destination.ID,
    to order: some Sequence<Destination.ID>
  ) throws(NavigationError) {
    let path = try requirePath(to: id)
    let parent = path.target
    var nodes: [Destination.ID: TreeNode] = [:]
    for child in parent.children { nodes[child.destination.id] = child }
    var children: ContiguousArray<TreeNode> = []
    for id in order {
      guard let child = nodes.removeValue(forKey: id) else {
        throw .wrongOrder(of: parent.destination)
      }
      children.append(child)
    }
    guard nodes.isEmpty else { throw .wrongOrder(of: parent.destination) }
    let active = parent.activeChild.flatMap { active in children.firstIndex { $0 === active } }
    replaceTarget(of: path, with: parent.withChildren(children, activeIndex: active ?? -1))
  }
}
