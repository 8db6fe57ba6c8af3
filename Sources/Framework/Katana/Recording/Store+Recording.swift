extension Store {
  /// The state and its version, which belong together.
  ///
  /// In a listener it is that of the update that the listener is told of. Otherwise as `state`.
  public var versionedState: VersionedState<S> { core.versionedSnapshot() }

  /// Keeps from now on what is handled.
  ///
  /// What waits in the queue is handled first, and isn't recorded. If another thread dispatches at
  /// the same moment, the log may begin a few updates later; to record from the first item on, use
  /// `StoreConfiguration.recording`.
  ///
  /// Complexity: while it records, an update costs two more locks and an allocation, and the first
  /// one after each kept state copies what it changes.
  public func record(_ options: RecordingOptions = RecordingOptions()) -> StoreRecorder<S> {
    core.record(options)
  }

  /// The recorder that `StoreConfiguration.recording` asked for.
  public var recorder: StoreRecorder<S>? {
    core.configuredRecorder
  }

  /// Sets the state to what it was at a version in a log, of this store or of another.
  ///
  /// This is an update like all others (`TimeTravel`): it goes through the interceptors, listeners
  /// are told, it gets a version of its own, and it is recorded.
  ///
  /// - Throws: `StoreLogError.versionOutOfRange` where the log has no such version.
  @discardableResult
  public func travel(
    to version: UInt64,
    in log: StoreLog<S>
  ) throws(StoreLogError) -> DispatchHandle<Void> {
    dispatch(TimeTravel(to: VersionedState(state: try log.state(at: version), version: version)))
  }
}
