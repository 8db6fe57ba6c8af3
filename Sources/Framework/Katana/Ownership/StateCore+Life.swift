import CProcessor
import Signposts
import Synchronization

// A store's life from its making to its end. Until it is ready, the store is owned (rule 10), so items queue.
extension StateCore {
  /// Whether the initial state exists.
  var isReady: Bool {
    control.isReady.load(ordering: .acquiring)
  }

  /// Takes the initial state, binds the interceptors, and handles what was queued until now.
  ///
  /// Does nothing if the store has gone away meanwhile.
  func becomeReady(_ state: consuming S, interceptors: [StoreInterceptor]) {
    guard ownership.settle() else { return }
    // SAFETY: this thread owns the store from here on (rule 1).
    unsafe owned.pointee.state = state
    ownership.endUpdate(on: cprocessor_thread_identity())
    // Without a context the store was dropped meanwhile; the queue is rejected.
    if let context = runtime.context.withLock({ $0 }), !interceptors.isEmpty {
      let chain = InterceptorChain(interceptors: interceptors.map { $0.bound(to: context) })
      unsafe owned.pointee.chain = chain
      runtime.effectInterceptors.withLock { $0 = chain }
      enable(.interceptors)
    }
    if let configuredRecorder { beginRecording(configuredRecorder) }
    control.isReady.store(true, ordering: .releasing)
    // After the store has said that it is ready: a thread that finds no list may read the state.
    let actions = readyActions.withLock { $0.take() } ?? []
    for action in actions { action(unsafe owned.pointee.state) }
    runtime.readiness.finish()
    release()
  }

  /// Calls a function with the state: at once if there is one, else with the initial state as soon as it exists, before any update.
  @usableFromInline
  func whenReady(_ action: @escaping @Sendable (S) -> Void) {
    let isWaiting = readyActions.withLock { actions in
      actions?.append(action)
      return actions != nil
    }
    if !isWaiting { action(snapshot()) }
  }

  /// Rejects what was queued and everything after.
  ///
  /// Does nothing if the store has gone away meanwhile.
  func failInitialization(_ error: any Error) {
    guard ownership.settle() else { return }
    abandon(.initializationFailed(reason: "\(error)"))
  }

  /// Rejects what is queued and everything after, and cancels the running side effects.
  ///
  /// On any thread. This thread rejects the queue, or the owner if there is one.
  func close(_ reason: StoreError) {
    if ownership.settle() { return abandon(reason) }
    refuseFromNowOn(reason)
    if ownership.claim() || ownership.claimHandedOver() {
      // SAFETY: this thread owns the store (rule 1).
      unsafe owned.pointee.chain = InterceptorChain(interceptors: [])
      let pass = takePass()
      defer { withExtendedLifetime(pass) {} }
      drain(.unlimited)
    } else {
      push(ClosingItem())
    }
    wakeSpaceWaiters()
  }

  /// `close` for a store that never became ready; called by its owner.
  private func abandon(_ reason: StoreError) {
    refuseFromNowOn(reason)
    // They will never be called; their captures are released outside the lock.
    _ = readyActions.withLock { actions in
      defer { actions = [] }
      return actions
    }
    runtime.readiness.fail(reason)
    // On this thread even if there is an executor: nothing runs, everything is skipped.
    drain(.unlimited)
    wakeSpaceWaiters()
  }

  private func refuseFromNowOn(_ reason: StoreError) {
    runtime.close(reason)
    enable(.closed)
    closeListeners()
  }

  private func wakeSpaceWaiters() {
    while control.spaceWaiterCount.load(ordering: .sequentiallyConsistent) > 0 {
      wakeSpaceWaiter()
    }
  }
}

extension StateCore {
  /// Makes the dependencies of a store, and the context that its side effects get.
  func makeDependencies<D: SideEffectDependencyContainer>(
    _ make: (@escaping AnyDispatch, @escaping GetState) -> D
  ) -> D {
    let dependencies = make(
      { [weak self] item in
        self?.anyDispatch(item) ?? DispatchHandle(.failed(StoreError.storeDropped))
      },
      { [weak self] in
        guard let self else { throw StoreError.storeDropped }
        guard isReady || ownership.isHeldByThisThread else {
          throw StoreError.notReady
        }
        return snapshot()
      }
    )
    runtime.context.withLock { $0 = SideEffectContext(self, dependencies: dependencies) }
    return dependencies
  }
}
