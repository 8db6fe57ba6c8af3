import FrameworkEvents
public import Signposts

// Items whose types are unknown where they are dispatched.
extension StateCore {
  /// Dispatches an item of any kind.
  func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable> {
    switch item.dispatchRole {
    case .updater(let updater):
      return DispatchHandle(updater.dispatch(to: DispatchTarget(core: self)).completion)
    case .sideEffect(let effect):
      return DispatchHandle(startEffect(effect))
    case .invalid(let error):
      return DispatchHandle(rejection(of: item, error))
    }
  }

  /// Dispatches an updater, to the interceptors from `index` on.
  func dispatchErased(
    _ updater: any AnyStateUpdater,
    from index: Int
  ) -> DispatchHandle<Void> {
    if features.contains(.closed) { return rejectedHandle(of: updater) }
    let id = recordEnqueue(.updater, type: type(of: updater))
    let isReentrant = ownership.isHeldByThisThread
    let mayBeInPlace = !features.contains(.neverInPlace) && !isReentrant
    guard mayBeInPlace, ownership.claim() || claimBusy() else {
      if features.contains(.bounded), let rejection = awaitRoom(for: updater, id: id) {
        return DispatchHandle(rejection)
      }
      let item = QueuedErasedUpdater<S>(
        updater,
        id: id,
        isReentrant: isReentrant,
        firstInterceptor: index
      )
      push(item)
      return DispatchHandle(item)
    }
    if let error = performErased(updater, id: id, from: index) {
      return rejectAndRelease(updater, error)
    }
    release()
    return DispatchHandle(nil)
  }

  // Only the owner calls what follows, except for the rejections.

  /// The last step for an item of unexpected type that replaces the dispatched one, or what that one carries to a part of the state.
  ///
  /// - Throws: The error that rejects the item.
  @usableFromInline
  func applyAny(_ item: any Dispatchable, for dispatched: any Dispatchable, id: SignpostID) throws {
    if dispatched.carriedItem == nil {
      try applyAny(item, in: nil, id: id)
    } else {
      try applyAny(dispatched.carrying(item), in: dispatched, id: id)
    }
  }

  private func applyAny(
    _ item: any Dispatchable,
    in carrier: (any Dispatchable)?,
    id: SignpostID
  ) throws {
    switch item.dispatchRole {
    case .updater(let updater): try applyUpdater(updater, isCarried: carrier != nil, id: id)
    case .sideEffect:
      // An interceptor replaced an updater by a side effect.
      KatanaTracepoints.itemDiscarded(id: id, reason: .replaced)
      if let carrier = carrier as? any PartCarrier {
        carrier.anyDispatch(item, to: self)
      } else {
        _ = anyDispatch(item)
      }
    case .invalid(let error):
      KatanaTracepoints.itemDiscarded(id: id, reason: .rejected)
      throw error
    }
  }

  private func applyUpdater<Updater: AnyStateUpdater>(
    _ updater: Updater,
    isCarried: Bool,
    id: SignpostID
  ) throws {
    let followed =
      isCarried ? updater.unscoped as? any UpdaterWithFollowUp : updater.followUp
    guard let followed, let context = runtime.context.withLock({ $0 }) else {
      return try change(by: updater, id: id) { try updater.apply(toAny: &$0) }
    }
    // SAFETY: the caller owns the store (rule 1), here and below.
    let previous = unsafe owned.pointee.state
    let followUp = {
      let current = unsafe self.owned.pointee.state
      if let carrier = updater as? any PartCarrier {
        carrier.followUp(followed, previousState: previous, currentState: current, in: self)
      } else {
        followed.followUp(previousState: previous, currentState: current, in: context)
      }
    }
    try change(by: updater, id: id, beforeListeners: followUp) { state in
      try updater.apply(toAny: &state)
    }
  }

  /// Makes an updater's completion fail.
  @usableFromInline
  func reject(_ completion: Completion, _ error: any Error, item: any Dispatchable) {
    runtime.reject(completion, error, item: item) {
      self.anyDispatch(item).completion ?? Completion.finished()
    }
  }

  /// The handle of an updater that comes too late.
  @usableFromInline
  func rejectedHandle(of updater: any AnyStateUpdater) -> DispatchHandle<Void> {
    DispatchHandle(.failed(runtime.reasonOfClosing))
  }

  /// The completion of an item that is rejected at once.
  func rejection(of item: any Dispatchable, _ error: any Error) -> Completion {
    let rejection = Completion()
    reject(rejection, error, item: item)
    return rejection
  }
}
