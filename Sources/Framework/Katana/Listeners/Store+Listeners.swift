extension Store {
  /// Calls a closure for each update from now on, with the state before and after it.
  ///
  /// The calls are made one at a time, in the order of the updates and, within one, of registration, even if the update changed nothing.
  /// Listeners run on the thread that ran the updater, and the next update waits for them.
  ///
  /// While a store has such a listener, an update copies each array or other copy-on-write value in the state that it changes, because
  /// the listener gets the old one; `addNewStateListener` and `addListener(for:)` don't have that cost.
  ///
  /// Source: docs/semantics/store.md, K14, K15.
  ///
  /// - Returns: A closure that removes the listener: O(log n), may be called from anywhere and
  ///   repeatedly. A pass over the listeners that has begun is not changed by it.
  @discardableResult
  public func addListener(
    _ listener: @escaping @Sendable (_ oldState: S, _ newState: S) -> Void
  ) -> @Sendable () -> Void {
    core.addListener(.pair(listener))
  }

  /// Calls a listener as `addListener(_:)` does, but on an executor: one job for each update, in order, submitted before the update's
  /// dispatch is finished.
  @discardableResult
  public func addListener(
    on executor: any StoreExecutor,
    _ listener: @escaping @Sendable (_ oldState: S, _ newState: S) -> Void
  ) -> @Sendable () -> Void {
    addListener(executor.calling(listener))
  }

  /// Calls a closure for each update from now on, only with the state after it.
  ///
  /// Updates copy nothing for it, as long as the closure doesn't keep the state and the executor is the immediate one; another executor's
  /// job keeps the state until it has run.
  ///
  /// - Returns: A closure that removes the listener; see `addListener(_:)`.
  @inlinable
  @discardableResult
  public func addNewStateListener(
    on executor: any StoreExecutor = .immediate,
    _ listener: @escaping @Sendable (_ newState: S) -> Void
  ) -> @Sendable () -> Void {
    guard !(executor is ImmediateExecutor) else {
      return core.addListener(.newState(listener))
    }
    return core.addListener(
      .newState { new in executor.execute { listener(new) } }
    )
  }

  /// Calls a closure for each update from now on, without states: updates copy nothing for it.
  ///
  /// - Returns: A closure that removes the listener; see `addListener(_:)`.
  @discardableResult
  public func addUpdateListener(
    _ listener: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    core.addListener(.newState { _ in listener() })
  }

  /// Calls a closure with the newest state some time after it changed: while a call waits for its executor, further updates only replace
  /// the state that it will get.
  ///
  /// The last state always arrives.
  ///
  /// - Returns: A closure that removes the listener; see `addListener(_:)`.
  @inlinable
  @discardableResult
  public func addCoalescingListener(
    on executor: any StoreExecutor,
    _ listener: @escaping @Sendable (_ newState: S) -> Void
  ) -> @Sendable () -> Void {
    let latest = LatestValue<S>()
    return core.addListener(
      .newState { new in
        guard latest.replace(with: new) else { return }
        executor.execute {
          if let state = latest.take() { listener(state) }
        }
      }
    )
  }
}

/// Room for one value, where only the newest matters.
@usableFromInline
final class LatestValue<Value: Sendable>: Sendable {
  @usableFromInline let value = OrderedMutex<Value?>(nil)

  @inlinable
  init() {}

  /// Stores a value; returns whether there was none, so that a job has to be submitted for it.
  @inlinable
  func replace(with new: Value) -> Bool {
    // The previous value goes away outside the lock.
    let old = value.withLock { value in
      defer { value = new }
      return value
    }
    return old == nil
  }

  @inlinable
  func take() -> Value? {
    value.withLock { $0.take() }
  }
}
