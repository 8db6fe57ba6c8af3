/// A child that was the active one of its parent; the parent was not told of the change because it isn't active itself.
struct RememberedChild: Sendable {
  let child: Destination
  let parent: Destination
}

/// Screens that still have an active child that the state doesn't name, until they are active again and get a step for it, or until the
/// child has gone.
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

  /// Records that something has gone, child or parent.
  mutating func remove(_ id: Destination.ID) {
    if let parent = parents[id] { forget(parent) }
    forget(id)
  }

  /// Records that a parent gets a step for its active child; returns whether it remembered one.
  @discardableResult
  mutating func forget(_ parent: Destination.ID) -> Bool {
    guard let child = children.removeValue(forKey: parent) else { return false }
    parents[child] = nil
    return true
  }
}

/// Destinations that don't come in this pass for a reported reason; nothing comes under them either.
struct MissingDestinations {
  private var ids: Set<Destination.ID> = []
  /// The destinations reported, since there is a new tree, as missing for what comes under them.
  private var told: Set<Destination.ID> = []

  func contains(_ id: Destination.ID) -> Bool { ids.contains(id) }

  mutating func insert(_ id: Destination.ID) { ids.insert(id) }

  /// Inserts a destination that must be reported; returns whether it was not reported yet.
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

/// Destinations that the user has removed and that the state may still have.
struct UserPops {
  /// Whether the store has decided.
  private var pops: [Destination.ID: Bool] = [:]

  var isEmpty: Bool { pops.isEmpty }

  func contains(_ id: Destination.ID) -> Bool { pops[id] != nil }

  mutating func insert(_ id: Destination.ID) { pops[id] = false }

  mutating func decide(_ id: Destination.ID) { pops[id] = true }

  /// Removes the decided ones, which a new tree already reflects.
  mutating func removeDecided() { pops = pops.filter { !$0.value } }
}
