/// A child that was the active one of its parent, and that the parent wasn't told isn't any more, because
/// the parent isn't active itself.
struct RememberedChild: Sendable {
  let child: Destination
  let parent: Destination
}

/// Which screens still have an active child that the state doesn't name, until they are active again and
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
