import Dispatch
public import Signposts
import Synchronization

// The bounded queue. A thread that waits for room and the owner that makes it can't miss each other:
// the thread counts itself among the waiters and then looks whether there is room, the owner makes room
// and then looks whether somebody waits, each in the one order of all sequentially consistent
// operations.
extension StateCore {
  /// Returns when there is room for an item, or the item's rejection where the policy is not to wait.
  ///
  /// The capacity may be exceeded by as many items as threads dispatch at the same moment.
  @usableFromInline
  func awaitRoom(for item: any Dispatchable, id: SignpostID) -> Completion? {
    guard let capacity = runtime.configuration.queueCapacity else { return nil }
    if isOwnedByThisThread { return nil }
    switch runtime.configuration.queuePolicy {
    case .wait:
      while !hasRoom(capacity) { waitForRoom(capacity) }
      return nil
    case .dropNewest, .reject:
      if hasRoom(capacity) { return nil }
      let rejection = Completion()
      let error = StoreError.queueFull(item: item.debugDescription, capacity: capacity)
      if case .reject = runtime.configuration.queuePolicy {
        KatanaTracepoints.itemDiscarded(id: id, reason: .rejected)
        reject(rejection, error, item: item)
      } else {
        KatanaTracepoints.itemDiscarded(id: id, reason: .dropped)
        rejection.fail(error)
      }
      return rejection
    }
  }

  private func hasRoom(_ capacity: Int) -> Bool {
    control.pointee.queuedCount.load(ordering: .sequentiallyConsistent) < capacity
      || features.contains(.closed)
  }

  private func waitForRoom(_ capacity: Int) {
    let semaphore = DispatchSemaphore(value: 0)
    spaceWaiters.withLock { $0.append(semaphore) }
    control.pointee.spaceWaiterCount.add(1, ordering: .sequentiallyConsistent)
    if hasRoom(capacity) { wakeSpaceWaiter() }
    semaphore.wait()
  }

  /// Lets the thread go on that has waited longest.
  func wakeSpaceWaiter() {
    let semaphore = spaceWaiters.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let semaphore else { return }
    control.pointee.spaceWaiterCount.subtract(1, ordering: .sequentiallyConsistent)
    semaphore.signal()
  }
}
