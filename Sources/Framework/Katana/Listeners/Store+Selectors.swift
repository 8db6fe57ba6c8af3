extension Store {
  /// Calls a closure when a part of the state has changed, with that part before and after.
  ///
  ///     store.addListener(for: \.session.user) { old, new in ... }
  ///
  /// An update that doesn't change the part costs reading and comparing it, once for all listeners of one key path, and no call. No old
  /// state is kept: the listener remembers the part.
  ///
  /// - Parameters:
  ///   - keyPath: The part.
  ///   - executor: Makes the calls.
  ///   - callsInitially: Whether to call with the current part, as both values: at once, or as soon as the store is ready. Changes by
  ///     updates before that call has returned are reported after it, on the same thread.
  ///   - listener: Called one call at a time, in the order of the updates.
  /// - Returns: A closure that removes the listener; see `addListener(_:)`.
  @inlinable
  @discardableResult
  public func addListener<Value: Equatable & Sendable>(
    for keyPath: any KeyPath<S, Value> & Sendable,
    on executor: any StoreExecutor = .immediate,
    callsInitially: Bool = false,
    _ listener: @escaping @Sendable (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> @Sendable () -> Void {
    let selection = SelectedValue<Value>(callsInitially: callsInitially)
    let call = executor.calling(listener)
    // Added before the value is read, so that no update falls between the two.
    let remove = core.addListener(selection.listener(of: core.part(at: keyPath), call), of: keyPath)
    core.whenReady { state in selection.begin(with: state[keyPath: keyPath], call) }
    return remove
  }

  /// Calls a closure when the value that a function computes from the state has changed; see `addListener(for:)`.
  ///
  /// - Parameters:
  ///   - select: A pure function of the state, called after each update on the updating thread.
  ///   - areEqual: Whether two values count as unchanged.
  ///   - executor: Makes the calls.
  ///   - callsInitially: Whether to call with the current value, as both values: at once, or as soon as the store is ready.
  ///   - listener: Called one call at a time, in the order of the updates.
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
    let selection = SelectedValue<Value>(callsInitially: callsInitially)
    let call = executor.calling(listener)
    // Added before the value is read, so that no update falls between the two.
    let remove = core.addListener(
      .newState { state in
        let new = select(state)
        if let old = selection.replace(with: new, unless: areEqual) { call(old, new) }
      }
    )
    core.whenReady { state in selection.begin(with: select(state), call) }
    return remove
  }
}

extension Store {
  /// The states after each update from now on.
  ///
  /// Ends when the store goes away. The stream holds the states that were not taken yet, by default only the newest; while it holds one,
  /// the next update of an array in it copies the array.
  public func states(
    bufferingPolicy: AsyncStream<S>.Continuation.BufferingPolicy = .bufferingNewest(1)
  ) -> AsyncStream<S> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: S.self,
      bufferingPolicy: bufferingPolicy
    )
    let remove = core.addListener(
      .newState { continuation.yield($0) },
      onClose: { continuation.finish() }
    )
    continuation.onTermination = { _ in remove() }
    return stream
  }

  /// The values of a part of the state, one for each change from now on.
  ///
  /// Ends when the store goes away.
  public func values<Value: Equatable & Sendable>(
    of keyPath: any KeyPath<S, Value> & Sendable,
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self,
      bufferingPolicy: bufferingPolicy
    )
    let selection = SelectedValue<Value>(callsInitially: false)
    let remove = core.addListener(
      selection.listener(of: core.part(at: keyPath)) { _, new in continuation.yield(new) },
      of: keyPath,
      onClose: { continuation.finish() }
    )
    core.whenReady { state in selection.begin(with: state[keyPath: keyPath]) { _, _ in } }
    continuation.onTermination = { _ in remove() }
    return stream
  }
}
