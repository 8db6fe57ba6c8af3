/// Where a store runs its updaters.
public enum UpdateExecution: Sendable {
  /// On the thread that dispatches, if the store is idle; on the thread that is at it, if not.
  ///
  /// A thread that has handled its own item goes on with those of others that were queued meanwhile:
  /// at most `drainLimit` of them, and none that it would begin later than `drainDuration` after
  /// its first, as the kernel's coarse clock tells it, whose ticks are 1 to 10 ms apart. What then
  /// waits still is handled by the next thread that dispatches, or on the global dispatch queue,
  /// whichever comes first. An item that runs is not interrupted, so that a dispatch takes as long
  /// as its own item, the duration, and one more item; with a `drainLimit` of 0 only as its own item.
  ///
  /// What an item's own updater, listeners and interceptors dispatch on the same thread belongs to
  /// it: where no other thread dispatches, all of that is handled when the dispatch returns.
  case inPlace(drainLimit: Int = 1024, drainDuration: Duration = .milliseconds(1))

  /// Never on the dispatching thread: on this executor.
  case executor(any StoreExecutor)
}
