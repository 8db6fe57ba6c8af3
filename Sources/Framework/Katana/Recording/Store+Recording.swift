import CProcessor
import Synchronization

extension Store {
  /// The state together with its version.
  ///
  /// In a listener it is the state of the update that the listener is called for. Otherwise as `state`.
  public var versionedState: VersionedState<S> { core.versionedSnapshot() }

  /// The number of updates that led to the state.
  public var stateVersion: UInt64 { core.runtime.publishedVersion.load(ordering: .relaxed) }

  /// Records what is handled from now on.
  ///
  /// What waits in the queue is handled first, and isn't recorded. If another thread dispatches at the same moment, the log may begin a few
  /// updates later; to record from the first item on, use `StoreConfiguration.recording`.
  ///
  /// Complexity: while it records, an update costs two more locks and an allocation, and the first update after each kept state copies what
  /// it changes.
  public func record(_ options: RecordingOptions = RecordingOptions()) -> StoreRecorder<S> {
    let recorder = StoreRecorder<S>(options)
    core.record(to: recorder)
    return recorder
  }

  /// The recorder that `StoreConfiguration.recording` asked for.
  public var recorder: StoreRecorder<S>? {
    core.configuredRecorder
  }

  /// Appends what is handled from now on to a file; see `StoreLogFile`.
  ///
  /// If the file leads to another state, the store's whole state is written first. One store may record to a file, once; for a second one,
  /// the file's `onProblem` gets an error.
  ///
  /// Complexity: while it records, an update is encoded and written before listeners are called for it and `value` of its handle returns;
  /// if the store is idle, before its dispatch returns. With a capacity, one update in about every capacity / 2 encodes the whole state,
  /// and one rewrites and syncs the newer half of the file, in that dispatch.
  public func record(to file: StoreLogFile<S>) where S: Codable {
    if file.claim() { core.record(to: file) }
  }

  /// Sets the state to what it was at a version in a log, of this store or of another.
  ///
  /// This is an update like any other (`TimeTravel`): it goes through the interceptors, listeners are called, it gets its own version, and
  /// it is recorded.
  ///
  /// - Throws: `StoreLogError.versionOutOfRange` if the log has no such version.
  @discardableResult
  public func travel(
    to version: UInt64,
    in log: StoreLog<S>
  ) throws(StoreLogError) -> DispatchHandle<Void> {
    dispatch(TimeTravel(to: VersionedState(state: try log.state(at: version), version: version)))
  }
}

extension StateCore {
  /// Begins in order: what was dispatched before isn't recorded, what this thread dispatches next is.
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
    runtime.publishedVersion.store(state.version, ordering: .relaxed)
    recorders.withLock { recorders in
      recorders.append(recorder)
      runtime.recordEffects(in: recorders.compactMap { $0 as? any EffectRecorder })
      enable(.recording)
    }
    // Set after the recorder was added: a recording that was stopped before it began is removed again.
    recorder.end.set { [weak self, weak recorder] in self?.endRecording(recorder) }
    // Last, because it may end the recording.
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
    // Outside the lock: states go away with it.
    _ = removed
  }

  /// Records an update that was just applied; called by the owner, in a callout: items and states bring their own encoding code.
  @usableFromInline
  func record(_ item: any Dispatchable, version: UInt64) {
    for recorder in recorders.withLock({ $0 }) {
      // SAFETY: the caller owns the store (rule 1).
      recorder.append(item, version: version) { unsafe owned.pointee.state }
    }
  }
}
