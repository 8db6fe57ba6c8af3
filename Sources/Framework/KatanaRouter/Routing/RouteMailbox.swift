import Katana

/// Room for the newest tree: by the version of the store that it comes from, not by its arrival.
final class RouteMailbox: Sendable {
  fileprivate struct Contents {
    var newest = NavigationTree()
    var version: UInt64 = 0
    /// Whether there is something to take.
    var isPending = false
    /// Whether a task takes trees out until there are none.
    var isAttended = true
    /// Whether nobody will ever take trees again.
    var isClosed = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let contents = OrderedMutex(Contents())

  /// Puts a tree in, unless there is a newer one; returns whether the caller has to start a task that takes it.
  func put(_ tree: NavigationTree, version: UInt64) -> Bool {
    let (isAttended, _) = contents.withLock { contents -> (Bool, NavigationTree?) in
      guard version >= contents.version else { return (true, nil) }
      contents.version = version
      // Most updates of a state are about something else.
      if tree.isIdentical(to: contents.newest) { return (true, nil) }
      // The previous tree goes away outside the lock.
      let old = contents.newest
      contents.newest = tree
      return (contents.call(), old)
    }
    return !isAttended
  }

  /// Offers the newest tree once more; returns whether the caller has to start a task that takes it.
  func putAgain() -> Bool {
    contents.withLock { !$0.call() }
  }

  /// Takes the newest tree; if there is nothing new, ends the attendance.
  ///
  /// - Parameter isRetry: Whether to take it even if it isn't new.
  /// - Returns: The tree, and whether it is new.
  func take(isRetry: Bool) -> (tree: NavigationTree, isNew: Bool)? {
    let (taken, isNew, waiting) = contents.withLock {
      contents -> (NavigationTree?, Bool, [CheckedContinuation<Void, Never>]) in
      defer { contents.isPending = false }
      if contents.isPending || isRetry { return (contents.newest, contents.isPending, []) }
      contents.isAttended = false
      defer { contents.waiting = [] }
      return (nil, false, contents.waiting)
    }
    for continuation in waiting { continuation.resume() }
    return taken.map { ($0, isNew) }
  }

  /// Returns when there is nothing to take and nobody at work, or never will be again.
  func waitUntilEmpty() async {
    await withCheckedContinuation { continuation in
      let isEmpty = contents.withLock { contents in
        let isEmpty = contents.isClosed || !contents.isAttended
        if !isEmpty { contents.waiting.append(continuation) }
        return isEmpty
      }
      if isEmpty { continuation.resume() }
    }
  }

  /// Resumes all waiting tasks, for good.
  func close() {
    let waiting = contents.withLock { contents in
      contents.isClosed = true
      defer { contents.waiting = [] }
      return contents.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

extension RouteMailbox.Contents {
  /// Marks that there is something to take; returns whether a task will take it.
  fileprivate mutating func call() -> Bool {
    isPending = true
    defer { isAttended = true }
    return isAttended
  }
}
