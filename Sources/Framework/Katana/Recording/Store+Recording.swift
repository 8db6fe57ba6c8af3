import CProcessor
import Synchronization

extension Store {
  /// The state and its version, which belong together.
  ///
  /// In a listener it is that of the update that the listener is told of. Otherwise as `state`.
  public var versionedState: VersionedState<S> { core.versionedSnapshot() }

  /// How many updates led to the state.
  public var stateVersion: UInt64 { core.runtime.publishedVersion.load(ordering: .relaxed) }

  /// Keeps from now on what is handled.
  ///
  /// What waits in the queue is handled first, and isn't recorded. If another thread dispatches at
  /// the same moment, the log may begin a few updates later; to record from the first item on, use
  /// `StoreConfiguration.recording`.
  ///
  /// Complexity: while it records, an update costs two more locks and an allocation, and the first
  /// one after each kept state copies what it changes.
  public func record(_ options: RecordingOptions = RecordingOptions()) -> StoreRecorder<S> {
    let recorder = StoreRecorder<S>(options)
    core.record(to: recorder)
    return recorder
  }

  /// The recorder that `StoreConfiguration.recording` asked for.
  public var recorder: StoreRecorder<S>? {
    core.configuredRecorder
  }

  /// Appends from now on what is handled to a file; see `StoreLogFile`.
  ///
  /// Where the state isn't the one that the file leads to, it is written as a whole first. A file is recorded to by one
  /// store, once; another is told to the file's `onProblem`.
  ///
  /// Complexity: while it records, an update is encoded and written before its dispatch returns.
  public func record(to file: StoreLogFile<S>) where S: Codable {
    if file.claim() { core.record(to: file) }
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

extension StateCore {
  /// Begins in order: what was dispatched before isn't recorded, what this
  /// thread dispatches next is.
  func record(to recorder: any UpdateRecorder<S>) {
    if ownership.claim() {
      beginRecording(recorder)
      release()
    } else if ownership.isHeldByThisThread, !ownership.isUpdatedByThisThread {
      // A listener or an interceptor of this store: this thread is the owner (rule 9).
      beginRecording(recorder)
    } else {
      push(QueuedTask { $0.beginRecording(recorder) })
    }
  }

  /// Called by the owner.
  func beginRecording(_ recorder: any UpdateRecorder<S>) {
    // SAFETY: the caller owns the store (rule 1).
    let state = unsafe VersionedState(state: owned.pointee.state, version: owned.pointee.version)
    recorder.end.set { [weak self, weak recorder] in self?.endRecording(recorder) }
    runtime.publishedVersion.store(state.version, ordering: .relaxed)
    recorders.withLock { recorders in
      recorders.append(recorder)
      runtime.recordEffects(in: recorders.compactMap { $0 as? any EffectRecorder })
      enable(.recording)
    }
    // Last, for it may end the recording.
    cprocessor_begin_callout()
    defer { cprocessor_end_callout() }
    recorder.begin(at: state)
  }

  private func endRecording(_ recorder: (any UpdateRecorder<S>)?) {
    let removed = recorders.withLock { recorders in
      let removed = recorders.filter { $0 === recorder }
      recorders.removeAll { $0 === recorder }
      runtime.recordEffects(in: recorders.compactMap { $0 as? any EffectRecorder })
      if recorders.isEmpty { disable(.recording) }
      return removed
    }
    // Outside of the lock: states go away with it.
    _ = removed
  }

  /// Notes an update that was just applied; called by the owner.
  @usableFromInline
  func record(_ item: any Dispatchable, version: UInt64) {
    // Items and states are encoded by code of their own.
    cprocessor_begin_callout()
    defer { cprocessor_end_callout() }
    for recorder in recorders.withLock({ $0 }) {
      // SAFETY: the caller owns the store (rule 1).
      recorder.append(item, version: version) { unsafe owned.pointee.state }
    }
  }
}
