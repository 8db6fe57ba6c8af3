import KatanaRouter

/// What the steps of a diff make of a tree, in the plainest way.
struct Mirror: Equatable {
  struct Entry: Equatable {
    var children: [Destination.ID] = []
    var active: Destination.ID?
  }

  enum Wrong: Error {
    case step(String)
  }

  var root: Destination.ID?
  var entries: [Destination.ID: Entry] = [:]

  init(_ tree: NavigationTree) {
    root = tree.root?.destination.id
    for node in tree.nodes() {
      entries[node.destination.id] = Entry(
        children: node.children.map(\.destination.id),
        active: node.activeChild?.destination.id
      )
    }
  }

  mutating func apply(_ step: RouteStep) throws {
    switch step {
    case .push(let pushed, let parent, let order):
      try push([pushed.id], under: parent?.id, order: order.map(\.id))
    case .pop(let popped, let parent):
      try pop(popped.id, from: parent?.id)
    case .change(let parent, let popped, let pushed, let order):
      for destination in popped { try pop(destination.id, from: parent?.id) }
      try push(pushed.map(\.id), under: parent?.id, order: order.map(\.id))
    case .reorder(let parent, let order):
      try push([], under: parent.id, order: order.map(\.id))
    case .changeActive(let active, let parent):
      guard let entry = entries[parent.id], active.map({ entry.children.contains($0.id) }) ?? true,
        entry.active != active?.id
      else { throw Wrong.step("activate \(parent)") }
      entries[parent.id]?.active = active?.id
    }
  }

  private mutating func push(
    _ pushed: [Destination.ID],
    under parent: Destination.ID?,
    order: [Destination.ID]
  ) throws {
    for id in pushed {
      guard entries[id] == nil else { throw Wrong.step("push \(id) twice") }
      entries[id] = Entry()
    }
    guard let parent else {
      guard root == nil, pushed == order, pushed.count == 1 else { throw Wrong.step("push root") }
      root = pushed[0]
      return
    }
    let children = (entries[parent]?.children ?? []) + pushed
    guard entries[parent] != nil, Set(children) == Set(order), children.count == order.count else {
      throw Wrong.step("order \(order) of \(children) under \(parent)")
    }
    entries[parent]?.children = order
  }

  /// Whether all is as in another one, as far as it can be seen or is remembered: of what isn't active
  /// itself nobody sees that none of its children is any more.
  func shows(_ wanted: Mirror) -> Bool {
    guard root == wanted.root, entries.keys == wanted.entries.keys else { return false }
    let active = Set(wanted.entries.values.compactMap(\.active) + [wanted.root].compactMap { $0 })
    return wanted.entries.allSatisfy { id, wanted in
      guard let entry = entries[id], entry.children == wanted.children else { return false }
      return entry.active == wanted.active || wanted.active == nil && !active.contains(id)
    }
  }

  private mutating func pop(_ id: Destination.ID, from parent: Destination.ID?) throws {
    guard entries.removeValue(forKey: id)?.children.isEmpty == true else {
      throw Wrong.step("pop \(id), which has children or is not there")
    }
    guard let parent else {
      guard root == id else { throw Wrong.step("pop root \(id)") }
      root = nil
      return
    }
    guard let place = entries[parent]?.children.firstIndex(of: id) else {
      throw Wrong.step("pop \(id) from \(parent)")
    }
    entries[parent]?.children.remove(at: place)
    if entries[parent]?.active == id { entries[parent]?.active = nil }
  }
}
