/// Holds an application's state and applies the dispatched updaters to it, one at a time and in the
/// order in which they were dispatched.
///
///     let store = Store<CounterState>()
///     let unsubscribe = store.addListener { old, new in print(old.counter, new.counter) }
///     store.dispatch(IncrementCounter())
///     print(store.state.counter)
///
/// An updater that finds the store idle runs at once on the thread that dispatched it. One that
/// finds the store busy is queued, and the thread that is busy runs it; the dispatching thread
/// doesn't wait for it, whatever the other updater does. Between them, updaters of one thread keep
/// their order, and an updater that was dispatched after another's dispatch had returned, on any
/// thread, runs after it.
///
/// Isolation: any thread or task.
///
/// Source: SEMANTICS.md, K5, K7, K9, K14; the queue's rules are at the top of `StateCore.swift`.
public final class Store<S: State>: Sendable {
  @usableFromInline
  let core: StateCore<S>

  /// Makes a store.
  ///
  /// - Parameter initialState: What the state is before the first update.
  public init(initialState: S = S()) {
    core = StateCore(initialState: initialState)
  }

  /// The state as the last applied updater left it: never half changed, and never older than one
  /// that this thread has read or, by an awaited dispatch, written.
  ///
  /// Holding on to the value makes the next update of each of its arrays copy that array.
  ///
  /// Complexity: a copy of `S` (a retain for each reference directly in it) and two atomic
  /// operations where the store is idle. Otherwise it waits for the updater that is running now to
  /// return, but for none that is queued, and never for listeners.
  @inlinable
  public var state: S {
    core.snapshot()
  }

  /// Hands over an updater, to be applied in order.
  ///
  /// May be called from anywhere, a listener included: there the updater is queued and runs after
  /// the listeners have been told of the current update.
  ///
  /// Complexity: two atomic operations beside the update and no allocation where the store is idle;
  /// otherwise one allocation and one atomic operation, after at most about a microsecond of
  /// waiting for the store to become idle.
  ///
  /// - Returns: A handle whose `value` can be awaited; when it has arrived, the update is visible
  ///   and the listeners have been told.
  @inlinable
  @discardableResult
  public func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == S {
    core.dispatch(updater)
  }

  /// Calls a closure for each update from now on, with the state before and after it, one at a
  /// time, in the order of the updates and, within one, of registration; also where the update
  /// changed nothing.
  ///
  /// While a store has such a listener, an update that changes an array or another copy-on-write
  /// value in the state copies it, because the listener gets the old one. Listeners run on the
  /// thread that ran the updater, and the next update waits for them.
  ///
  /// - Returns: A closure that removes the listener: O(log n), may be called from anywhere and
  ///   repeatedly. A pass over the listeners that has begun is not changed by it.
  @discardableResult
  public func addListener(
    _ listener: @escaping @Sendable (_ oldState: S, _ newState: S) -> Void
  ) -> @Sendable () -> Void {
    core.addListener(listener)
  }
}
