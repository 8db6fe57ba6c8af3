public import FrameworkEvents
public import Signposts
public import Synchronization

extension StateCore {
  /// Runs the updater now if the store is idle, else queues it.
  @inlinable
  func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == S {
    if control.features.load(ordering: .relaxed) != 0
      || KatanaTracepoints.isUpdateRecorded
    {
      return dispatchObserved(updater)
    }
    guard ownership.claim() else { return dispatchContended(updater, id: .none) }
    if let refusal = apply(updater) { return rejectAndRelease(updater, refusal) }
    release()
    return DispatchHandle(nil)
  }

  /// `dispatch` for an updater that needs more than being applied.
  @inlinable
  @inline(never)
  func dispatchObserved<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == S {
    let features = features
    if features.contains(.closed) { return rejectedHandle(of: updater) }
    let id =
      KatanaTracepoints.isUpdateRecorded
      ? recordEnqueue(.updater, type: Updater.self) : SignpostID.none
    guard !features.contains(.neverInPlace), ownership.claim() else {
      return dispatchContended(updater, id: id)
    }
    guard id == .none, features == .interceptors || features == .listeners else {
      return performAndRelease(updater, id: id)
    }
    // Written out here: further calls take as long as the call of an interceptor or listener.
    let error =
      features == .listeners ? applyAndTell(updater) : intercept(updater, id: .none)
    if let error { return rejectAndRelease(updater, error) }
    releasePublished()
    return DispatchHandle(nil)
  }

  @inlinable
  @inline(never)
  func dispatchContended<Updater: StateUpdater>(
    _ updater: Updater,
    id: SignpostID
  ) -> DispatchHandle<Void> where Updater.StateType == S {
    let isReentrant = ownership.isHeldByThisThread
    if !isReentrant, !features.contains(.neverInPlace), claimBusy() {
      return performAndRelease(updater, id: id)
    }
    if features.contains(.bounded), let rejection = awaitRoom(for: updater, id: id) {
      return DispatchHandle(rejection)
    }
    let item = QueuedUpdater(updater, id: id, isReentrant: isReentrant)
    push(item)
    return DispatchHandle(item)
  }

  /// Called by the owner.
  @inlinable
  @inline(__always)
  func performAndRelease<Updater: StateUpdater>(
    _ updater: Updater,
    id: SignpostID
  ) -> DispatchHandle<Void> where Updater.StateType == S {
    if let error = perform(updater, id: id) { return rejectAndRelease(updater, error) }
    releasePublished()
    return DispatchHandle(nil)
  }

  /// Called by the owner.
  @usableFromInline
  func rejectAndRelease(
    _ updater: any AnyStateUpdater,
    _ error: any Error
  ) -> DispatchHandle<Void> {
    let rejection = self.rejection(of: updater, error)
    release()
    return DispatchHandle(rejection)
  }

  /// Stops being the owner after handling what was queued meanwhile, or handing it over.
  @inlinable
  @inline(__always)
  func release() {
    if !ownership.release() { drain() }
  }

  /// `release` for an owner that may have published the state.
  @inlinable
  @inline(__always)
  func releasePublished() {
    if !ownership.releasePublished() {
      withdraw()
      drain()
    }
  }

  /// Records in the trace that an item was dispatched, by `parent` or else what runs here; returns its trace id.
  @usableFromInline
  func recordEnqueue(
    _ kind: DispatchableKind,
    type: any Any.Type,
    parent: SignpostID? = nil
  ) -> SignpostID {
    guard KatanaTracepoints.isRecorded(kind) else { return .none }
    let id = SignpostID.makeUnique()
    KatanaTracepoints.itemEnqueued(
      kind: kind,
      id: id,
      parent: parent ?? traceParent,
      name: TraceName(of: type),
      depth: control.queuedCount.load(ordering: .relaxed)
    )
    return id
  }

  /// The update or side effect that the calling thread or task is running.
  var traceParent: SignpostID {
    // SAFETY: only if this thread owns the store (rule 9), so rule 1 holds.
    ownership.isHeldByThisThread ? unsafe owned.pointee.updateID : SignpostID.current
  }
}
