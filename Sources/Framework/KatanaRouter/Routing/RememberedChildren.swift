/// A child that was the active one of its parent, and that the parent wasn't told isn't any more, because
/// the parent isn't active itself.
struct RememberedChild: Sendable {
  let child: Destination
  let parent: Destination
}

/// Screens that still have an active child that the state doesn't name, until they are active again and
/// are told, or until the child has gone.
///
/// Complexity: O(1) each.
struct RememberedChildren {
  private var children: [Destination.ID: Destination.ID] = [:]
  private var parents: [Destination.ID: Destination.ID] = [:]

  var isEmpty: Bool { children.isEmpty }

  mutating func insert(_ remembered: RememberedChild) {
    forget(remembered.parent.id)
    children[remembered.parent.id] = remembered.child.id
    parents[remembered.child.id] = remembered.parent.id
  }

  /// Takes note that something has gone, child or parent.
  mutating func remove(_ id: Destination.ID) {
    if let parent = parents[id] { forget(parent) }
    forget(id)
  }

  /// Takes note that a parent is told which child is active; returns whether it remembered one.
  @discardableResult
  mutating func forget(_ parent: Destination.ID) -> Bool {
    guard let child = children.removeValue(forKey: parent) else { return false }
    parents[child] = nil
    return true
  }
}

/// Destinations that don't come in this pass, so that nothing comes under them either, for a reason that was told.
struct MissingDestinations {
  private var ids: Set<Destination.ID> = []
  /// Those of which it was told, since there is a new tree, that something can't come under them.
  private var told: Set<Destination.ID> = []

  func contains(_ id: Destination.ID) -> Bool { ids.contains(id) }

  mutating func insert(_ id: Destination.ID) { ids.insert(id) }

  /// Inserts a destination of which it is to be told; returns whether it wasn't.
  mutating func insertTelling(_ id: Destination.ID) -> Bool {
    ids.insert(id).inserted && told.insert(id).inserted
  }

  mutating func remove(_ id: Destination.ID) {
    if !ids.isEmpty { ids.remove(id) }
  }

  mutating func beginPass(isNew: Bool) {
    ids = []
    if isNew { told = [] }
  }
}

/// Destinations that the user has taken away and that the state may still have.
struct UserPops {
  /// Whether the store has decided.
  private var pops: [Destination.ID: Bool] = [:]

  var isEmpty: Bool { pops.isEmpty }

  func contains(_ id: Destination.ID) -> Bool { pops[id] != nil }

  mutating func insert(_ id: Destination.ID) { pops[id] = false }

  mutating func decide(_ id: Destination.ID) { pops[id] = true }

  /// Forgets those that a new tree already says something of.
  mutating func removeDecided() { pops = pops.filter { !$0.value } }
}
