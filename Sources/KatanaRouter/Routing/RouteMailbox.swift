import Katana

/// Room for the newest tree, which replaces the one before if nobody has taken that yet.
final class RouteMailbox: Sendable {
  private struct Contents {
    var newest: NavigationTree?
    /// Whether somebody takes trees out until there are none.
    var isAttended = true
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let contents = OrderedMutex(Contents())

  /// Puts a tree in; returns whether somebody has to be sent for it.
  func put(_ tree: NavigationTree) -> Bool {
    let (isAttended, _) = contents.withLock { contents -> (Bool, NavigationTree?) in
      // The tree that was there goes away outside of the lock.
      let old = contents.newest
      contents.newest = tree
      defer { contents.isAttended = true }
      return (contents.isAttended, old)
    }
    return !isAttended
  }

  /// Takes the tree out; with none, nobody attends any longer.
  func take() -> NavigationTree? {
    let (tree, waiting) = contents.withLock { contents in
      defer { contents.newest = nil }
      guard contents.newest == nil else {
        return (contents.newest, [CheckedContinuation<Void, Never>]())
      }
      contents.isAttended = false
      defer { contents.waiting = [] }
      return (nil, contents.waiting)
    }
    for continuation in waiting { continuation.resume() }
    return tree
  }

  /// Returns when there is nothing to take and nobody at work.
  func waitUntilEmpty() async {
    await withCheckedContinuation { continuation in
      let isEmpty = contents.withLock { contents in
        if contents.isAttended { contents.waiting.append(continuation) }
        return !contents.isAttended
      }
      if isEmpty { continuation.resume() }
    }
  }
}
