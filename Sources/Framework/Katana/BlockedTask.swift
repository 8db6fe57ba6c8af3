import Synchronization

/// A task that a store made wait by blocking the task's thread.
///
/// The threads that run tasks are few, one a processor: a blocked one runs no other task, and when all
/// are blocked by what only a task can end, none of them goes on.
public enum BlockedTask: Sendable, Equatable {
  /// It dispatches an updater to a full queue whose policy is to wait.
  case dispatching(item: String, capacity: Int)
  /// It reads the state, and an updater has taken longer than a tenth of a second.
  case reading(state: String)
}

extension BlockedTask: CustomStringConvertible {
  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .dispatching(let item, let capacity):
      "\(item): a task's thread is blocked until there is room, \(capacity) items wait; "
        + "use `await suspendingDispatch(_:)`, or another queue policy"
    case .reading(let state):
      "\(state): a task's thread is blocked by an updater that takes long; "
        + "make the updater shorter, or read with `try await currentState()`"
    }
  }
}

extension StoreRuntime {
  /// Tells the configuration's hook, once a store, if the caller is a task.
  func reportBlockedTask(_ blocked: @autoclosure () -> BlockedTask) {
    // SAFETY: the task is not kept.
    guard unsafe withUnsafeCurrentTask(body: { unsafe $0 != nil }),
      !hasReportedBlockedTask.exchange(true, ordering: .relaxed)
    else { return }
    configuration.onBlockedTask(blocked())
  }
}
