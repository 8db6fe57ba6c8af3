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
}
