// For tasks, whose threads are not to be blocked.
extension Store {
  /// The state as the last applied updater left it, as soon as there is one.
  ///
  /// Where an updater is running now, the task is suspended until it has returned, instead of blocking
  /// its thread as `state` does.
  ///
  /// - Throws: `StoreError.initializationFailed` if there never will be a state.
  public func currentState() async throws -> S {
    try await waitUntilReady()
    return await core.suspendingSnapshot()
  }

  /// Hands over an updater as `dispatch(_:)` does; where the queue is full and its policy is to wait, the
  /// task is suspended until there is room, instead of blocking its thread.
  ///
  /// - Returns: The handle as of `dispatch(_:)`; one that throws `CancellationError` if the task was
  ///   cancelled while it waited for room.
  @discardableResult
  public func suspendingDispatch<Updater: StateUpdater>(
    _ updater: Updater
  ) async -> DispatchHandle<Void> where Updater.StateType == S {
    await core.suspendingDispatch(updater)
  }
}

extension ScopedStore {
  /// Hands over an updater of the slice; see `Store.suspendingDispatch(_:)`.
  @discardableResult
  public func suspendingDispatch<Updater: StateUpdater>(
    _ updater: Updater
  ) async -> DispatchHandle<Void> where Updater.StateType == Slice {
    await scope.suspendingDispatch(updater)
  }
}
