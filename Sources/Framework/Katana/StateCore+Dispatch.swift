public import CProcessor
public import FrameworkEvents
public import Signposts
public import Synchronization

extension StateCore {
  /// Runs the updater now if the store is idle, else queues it.
  @inlinable
  func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == S {
    if control.pointee.features.load(ordering: .relaxed) != 0
      || KatanaTracepoints.isUpdateRecorded
    {
      return dispatchObserved(updater)
    }
    guard claim() else { return dispatchContended(updater, id: .none) }
    if let refusal = apply(updater) { return rejectAndRelease(updater, refusal) }
    release()
    return DispatchHandle(nil)
  }

  /// As `dispatch`, where there is more to do than to apply the updater.
  @inlinable
  @inline(never)
  func dispatchObserved<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == S {
    let features = features
    if features.contains(.closed) { return rejectedHandle(of: updater) }
    let id = recordEnqueue(.updater, type: Updater.self)
    guard !features.contains(.neverInPlace), claim() else {
      return dispatchContended(updater, id: id)
    }
    return performAndRelease(updater, id: id)
  }

  @inlinable
  @inline(never)
  func dispatchContended<Updater: StateUpdater>(
    _ updater: Updater,
    id: SignpostID
  ) -> DispatchHandle<Void> where Updater.StateType == S {
    let isReentrant = isOwnedByThisThread
    if !isReentrant, !features.contains(.neverInPlace) {
      takeOver()
      if claimSpinning() { return performAndRelease(updater, id: id) }
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
    release()
    return DispatchHandle(nil)
  }

  /// Called by the owner.
  @usableFromInline
  func rejectAndRelease(
    _ updater: any AnyStateUpdater,
    _ error: any Error
  ) -> DispatchHandle<Void> {
    let rejection = Completion()
    reject(rejection, error, item: updater)
    release()
    return DispatchHandle(rejection)
  }

  /// Whether the calling thread runs this store's updater, interceptor or listener further up its
  /// stack.
  @inlinable
  var isOwnedByThisThread: Bool {
    control.pointee.owner.load(ordering: .relaxed) & ~1 == cprocessor_thread_identity()
  }

  /// Becomes the owner if the store is idle.
  @inlinable
  @inline(__always)
  func claim() -> Bool {
    control.pointee.word.compareExchange(
      expected: 0,
      desired: Self.ownedBit,
      successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Becomes the owner if the store becomes idle soon.
  @inlinable
  func claimSpinning() -> Bool {
    for _ in 0..<Self.spinLimit {
      for _ in 0..<Self.pausesPerRound { cprocessor_relax() }
      if claim() { return true }
    }
    return false
  }

  /// Stops being the owner, after having handled whatever was queued meanwhile, or having handed it
  /// over.
  @inlinable
  @inline(__always)
  func release() {
    control.pointee.owner.store(0, ordering: .relaxed)
    let (released, _) = control.pointee.word.compareExchange(
      expected: Self.ownedBit,
      desired: 0,
      successOrdering: .releasing,
      failureOrdering: .relaxed
    )
    if !released { drain() }
  }

  /// Notes in the trace that an item was dispatched; returns its id there.
  @usableFromInline
  func recordEnqueue(_ kind: DispatchableKind, type: any Any.Type) -> SignpostID {
    guard KatanaTracepoints.isRecorded(kind) else { return .none }
    let id = SignpostID.makeUnique()
    KatanaTracepoints.itemEnqueued(
      kind: kind,
      id: id,
      parent: traceParent,
      name: TraceName(of: type),
      depth: control.pointee.queuedCount.load(ordering: .relaxed)
    )
    return id
  }

  /// The update or side effect that the calling thread or task is in the middle of.
  var traceParent: SignpostID {
    // SAFETY: only where this thread owns the store (rule 9), so rule 1 holds.
    isOwnedByThisThread ? unsafe owned.pointee.updateID : SignpostID.current
  }
}
