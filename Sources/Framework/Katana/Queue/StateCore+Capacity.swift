import Dispatch
import FrameworkEvents
public import Signposts
import Synchronization

/// A thread or task that waits for room in the queue of a store.
enum SpaceWaiter: Sendable {
  /// A blocked thread.
  case thread(DispatchSemaphore)
  /// A suspended task.
  case task(Completion)
}

// The bounded queue. A thread or task that waits for room and the owner that makes it can't miss each other. The waiter counts itself among
// the waiters and then looks for room; the owner makes room and then looks for waiters; each in the one order of all sequentially
// consistent operations. A waiter that was woken and doesn't use the room wakes the next.
extension StateCore {
  /// Returns when there is room for an item, or the item's rejection if the policy is not to wait.
  ///
  /// Threads that dispatch at the same moment may exceed the capacity by one item each.
  @usableFromInline
  func awaitRoom(for item: any Dispatchable, id: SignpostID) -> Completion? {
    guard let capacity = runtime.configuration.queueCapacity else { return nil }
    if ownership.isHeldByThisThread { return nil }
    switch runtime.configuration.queuePolicy {
    case .wait:
      // Before the store is ready nobody makes room, and the waiting thread may be the one that makes it ready.
      guard isReady else { return nil }
      if case .executor(let executor) = runtime.configuration.updates, executor.isCurrent {
        return nil
      }
      while !hasRoom(capacity) {
        runtime.reportBlockedTask(.dispatching(item: item.debugDescription, capacity: capacity))
        waitForRoom(capacity)
      }
      return nil
    case .dropNewest, .reject:
      if hasRoom(capacity) { return nil }
      let error = StoreError.queueFull(item: item.debugDescription, capacity: capacity)
      guard case .reject = runtime.configuration.queuePolicy else {
        KatanaTracepoints.itemDiscarded(id: id, reason: .dropped)
        return .failed(error)
      }
      KatanaTracepoints.itemDiscarded(id: id, reason: .rejected)
      return rejection(of: item, error)
    }
  }

  /// `dispatch` that suspends the task instead of blocking its thread.
  func suspendingDispatch<Updater: StateUpdater>(_ updater: Updater) async -> DispatchHandle<Void>
  where Updater.StateType == S {
    guard features.contains(.bounded), case .wait = runtime.configuration.queuePolicy,
      let capacity = runtime.configuration.queueCapacity
    else { return dispatch(updater) }
    if features.contains(.closed) { return rejectedHandle(of: updater) }
    let id = recordEnqueue(.updater, type: Updater.self)
    if !features.contains(.neverInPlace), ownership.claim() || claimBusy() {
      return performAndRelease(updater, id: id)
    }
    while isReady, !hasRoom(capacity) {
      await suspendUntilRoom(capacity)
      if Task.isCancelled {
        if hasRoom(capacity) { wakeSpaceWaiter() }
        KatanaTracepoints.itemDiscarded(id: id, reason: DiscardReason(CancellationError()))
        return DispatchHandle(.failed(CancellationError()))
      }
    }
    let item = QueuedUpdater(updater, id: id, isReentrant: false)
    push(item)
    return DispatchHandle(item)
  }

  /// Returns when there may be room, or when the task was cancelled.
  private func suspendUntilRoom(_ capacity: Int) async {
    let waiter = Completion()
    await withTaskCancellationHandler {
      spaceWaiters.withLock { $0.append(.task(waiter)) }
      control.spaceWaiterCount.add(1, ordering: .sequentiallyConsistent)
      if hasRoom(capacity) { wakeSpaceWaiter() }
      // It may have been cancelled before it stood in line.
      if Task.isCancelled { cancelSpaceWaiter(waiter) }
      await waiter.wait()
    } onCancel: {
      cancelSpaceWaiter(waiter)
    }
  }

  /// Takes a task out of the line, if it still is in it.
  private func cancelSpaceWaiter(_ waiter: Completion) {
    let wasInLine = spaceWaiters.withLock { waiters in
      let index = waiters.firstIndex {
        if case .task(let other) = $0 { other === waiter } else { false }
      }
      if let index { waiters.remove(at: index) }
      return index != nil
    }
    guard wasInLine else { return }
    control.spaceWaiterCount.subtract(1, ordering: .sequentiallyConsistent)
    waiter.finish()
  }

  private func hasRoom(_ capacity: Int) -> Bool {
    control.queuedCount.load(ordering: .sequentiallyConsistent) < capacity
      || features.contains(.closed)
  }

  private func waitForRoom(_ capacity: Int) {
    let semaphore = DispatchSemaphore(value: 0)
    spaceWaiters.withLock { $0.append(.thread(semaphore)) }
    control.spaceWaiterCount.add(1, ordering: .sequentiallyConsistent)
    if hasRoom(capacity) { wakeSpaceWaiter() }
    semaphore.wait()
  }

  /// Wakes the thread or task that has waited longest.
  func wakeSpaceWaiter() {
    let waiter = spaceWaiters.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let waiter else { return }
    control.spaceWaiterCount.subtract(1, ordering: .sequentiallyConsistent)
    switch waiter {
    case .thread(let semaphore): semaphore.signal()
    case .task(let completion): completion.finish()
    }
  }
}
