/// What a store does with an updater that finds the queue full.
public enum QueuePolicy: Sendable {
  /// The dispatching thread waits until there is room. Not for threads of the cooperative pool, and
  /// never done to a dispatch from the store's own listeners, interceptors or updaters, which is
  /// queued over the capacity instead: nobody else would make room.
  case wait

  /// The updater is skipped: its handle throws `StoreError.queueFull`, which never counts as an
  /// unobserved error.
  case dropNewest

  /// The updater is rejected with `StoreError.queueFull`.
  case reject
}
