import CProcessor
import Signposts
import Synchronization

// From the making of a store to its end. Until it is ready, the store is owned by whoever makes it, so
// that items queue.
extension StateCore {
  /// Whether the initial state is there.
  var isReady: Bool {
    control.pointee.isReady.load(ordering: .acquiring)
  }

  /// Takes the initial state, binds the interceptors, and handles what was queued until now.
  ///
  /// Called once, by the thread that owns the store since it was made.
  func becomeReady(_ state: consuming S, interceptors: [StoreInterceptor]) {
    // SAFETY: this thread owns the store (rule 1).
    unsafe owned.pointee.state = state
    control.pointee.owner.store(cprocessor_thread_identity() | 1, ordering: .relaxed)
    // Without a context the store was dropped meanwhile: what is queued is rejected.
    if let context = runtime.context.withLock({ $0 }), !interceptors.isEmpty {
      let chain = InterceptorChain(interceptors: interceptors.map { $0.bound(to: context) })
      // SAFETY: as above.
      unsafe owned.pointee.chain = chain
      runtime.effectInterceptors.withLock { $0 = chain }
      enable(.interceptors)
    }
    if let configuredRecorder { beginRecording(configuredRecorder) }
    control.pointee.isReady.store(true, ordering: .releasing)
    // After the store has said that it is ready: who finds no list may read the state.
    let actions = readyActions.withLock { actions in
      defer { actions = nil }
      return actions ?? []
    }
    // SAFETY: as above.
    for action in actions { action(unsafe owned.pointee.state) }
    runtime.readiness.finish()
    release()
  }

  /// Calls a function with the state: at once if there is one, else with the initial state as soon as it is
  /// there, before any update.
  @usableFromInline
  func whenReady(_ action: @escaping @Sendable (S) -> Void) {
    let isWaiting = readyActions.withLock { actions in
      actions?.append(action)
      return actions != nil
    }
    if !isWaiting { action(snapshot()) }
  }

  /// Rejects what was queued and all that will be.
  ///
  /// Called once instead of `becomeReady`.
  func failInitialization(_ error: any Error) {
    let reason = StoreError.initializationFailed(reason: "\(error)")
    close(reason)
    // They will never be called; their captures may go.
    _ = readyActions.withLock { actions in
      defer { actions = [] }
      return actions
    }
    runtime.readiness.fail(reason)
    release()
  }

  /// Rejects what is queued and all that will be, and cancels the side effects that run.
  ///
  /// On any thread; the owner rejects what is queued.
  func close(_ reason: StoreError) {
    runtime.close(reason)
    enable(.closed)
    closeListeners()
    if claim() {
      // SAFETY: this thread owns the store (rule 1).
      unsafe owned.pointee.chain = InterceptorChain(interceptors: [])
      release()
    } else {
      push(ClosingItem())
    }
    while control.pointee.spaceWaiterCount.load(ordering: .sequentiallyConsistent) > 0 {
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
        guard let self else {
          let rejection = Completion()
          rejection.fail(StoreError.storeDropped)
          return DispatchHandle(rejection) { completion in
            try completion?.check()
            return ()
          }
        }
        return anyDispatch(item)
      },
      { [weak self] in
        guard let self else { throw StoreError.storeDropped }
        guard isReady || isOwnedByThisThread else {
          throw StoreError.notReady
        }
        return snapshot()
      }
    )
    runtime.context.withLock { $0 = SideEffectContext(core: self, dependencies: dependencies) }
    return dependencies
  }
}
