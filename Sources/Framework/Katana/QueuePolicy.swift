/// What a store does with an updater that finds the queue full.
public enum QueuePolicy: Sendable {
  /// The dispatching thread waits until there is room.
  ///
  /// Never done where nobody else would make room: to a dispatch from the store's own listeners,
  /// interceptors or updaters, and before the store is ready; these are queued over the capacity
  /// instead. A task should use `suspendingDispatch(_:)`, which doesn't block the task's thread;
  /// the first that doesn't is reported to `StoreConfiguration.onBlockedTask`.
  case wait

  /// The updater is skipped: its handle throws `StoreError.queueFull`, which never counts as an
  /// unobserved error.
  case dropNewest

  /// The updater is rejected with `StoreError.queueFull`.
  case reject
}
