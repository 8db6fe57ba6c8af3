/// Where a store runs its updaters.
public enum UpdateExecution: Sendable {
  /// On the thread that dispatches, if the store is idle; on the thread that is at it, if not. A
  /// thread that has handled its own item handles at most `drainLimit` of others. What then waits
  /// still is handled by the next thread that dispatches, or on the global dispatch queue, whichever
  /// comes first.
  case inPlace(drainLimit: Int = 1024)

  /// Never on the dispatching thread: on this executor.
  case executor(any StoreExecutor)
}
