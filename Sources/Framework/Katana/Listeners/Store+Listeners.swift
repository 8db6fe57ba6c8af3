extension Store {
  /// Calls a closure for each update from now on, with the state before and after it, one at a
  /// time, in the order of the updates and, within one, of registration; also where the update
  /// changed nothing.
  ///
  /// While a store has such a listener, an update that changes an array or another copy-on-write
  /// value in the state copies it, because the listener gets the old one; `addNewStateListener` and
  /// `addListener(for:)` don't have that cost. Listeners run on the thread that ran the updater, and
  /// the next update waits for them.
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

  /// As `addListener(_:)`, with each call made by an executor: one job for each update, in order,
  /// handed over before the update's dispatch is finished.
  @discardableResult
  public func addListener(
    on executor: any StoreExecutor,
    _ listener: @escaping @Sendable (_ oldState: S, _ newState: S) -> Void
  ) -> @Sendable () -> Void {
    addListener { old, new in executor.execute { listener(old, new) } }
  }

  /// Calls a closure for each update from now on, with the state after it only.
  ///
  /// Costs the updates no copy, as long as the closure doesn't keep the state and the executor is
  /// the immediate one; another executor's job keeps it until it has run.
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

  /// Calls a closure with the newest state, at some time after it changed: while a call waits for its
  /// executor, further updates only replace the state that it will get.
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

/// Room for one value, of which only the newest matters.
@usableFromInline
final class LatestValue<Value: Sendable>: Sendable {
  @usableFromInline let value = OrderedMutex<Value?>(nil)

  @inlinable
  init() {}

  /// Puts a value in; returns whether there was none, so that somebody has to be sent for it.
  @inlinable
  func replace(with new: Value) -> Bool {
    // The value that was there goes away outside of the lock.
    let old = value.withLock { value in
      defer { value = new }
      return value
    }
    return old == nil
  }

  /// Takes the value out.
  @inlinable
  func take() -> Value? {
    value.withLock { $0.take() }
  }
}
