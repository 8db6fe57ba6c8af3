extension Store {
  /// Calls a closure when a part of the state has changed, with that part before and after.
  ///
  ///     store.addListener(for: \.session.user) { old, new in ... }
  ///
  /// An update that leaves the part as it was costs reading and comparing it, and no call. No old
  /// state is kept: the listener remembers the part.
  ///
  /// - Parameters:
  ///   - keyPath: The part.
  ///   - executor: Who makes the calls.
  ///   - callsInitially: Whether to call with the part as it is, as both values: at once, or as soon as
  ///     the store is ready.
  ///   - listener: What is called, one call at a time, in the order of the updates.
  /// - Returns: A closure that removes the listener; see `addListener(_:)`.
  @inlinable
  @discardableResult
  public func addListener<Value: Equatable & Sendable>(
    for keyPath: any KeyPath<S, Value> & Sendable,
    on executor: any StoreExecutor = .immediate,
    callsInitially: Bool = false,
    _ listener: @escaping @Sendable (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> @Sendable () -> Void {
    addListener(
      selecting: { $0[keyPath: keyPath] },
      by: { $0 == $1 },
      on: executor,
      callsInitially: callsInitially,
      listener
    )
  }

  /// Calls a closure when what a function makes of the state has changed; see `addListener(for:)`.
  ///
  /// - Parameters:
  ///   - select: A pure function of the state, called after each update on the updating thread.
  ///   - areEqual: Whether two values count as unchanged.
  ///   - executor: Who makes the calls.
  ///   - callsInitially: Whether to call with the value as it is, as both values: at once, or as soon as
  ///     the store is ready.
  ///   - listener: What is called, one call at a time, in the order of the updates.
  /// - Returns: A closure that removes the listener; see `addListener(_:)`.
  @inlinable
  @discardableResult
  public func addListener<Value: Sendable>(
    selecting select: @escaping @Sendable (S) -> Value,
    by areEqual: @escaping @Sendable (Value, Value) -> Bool,
    on executor: any StoreExecutor = .immediate,
    callsInitially: Bool = false,
    _ listener: @escaping @Sendable (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> @Sendable () -> Void {
    let last = OrderedMutexBox<Value?>(nil)
    core.whenReady { state in
      let value = select(state)
      last.mutex.withLock { $0 = value }
      if callsInitially { executor.execute { listener(value, value) } }
    }
    return core.addListener(
      .newState { state in
        let new = select(state)
        let old: Value? = last.mutex.withLock { last in
          // Never `nil`: there is no update before the initial state.
          guard let old = last else { return nil }
          if areEqual(old, new) { return nil }
          last = new
          return old
        }
        if let old { executor.execute { listener(old, new) } }
      }
    )
  }
}
