import Signposts
public import Synchronization

/// A store without its state: its side effects, and the parts that they share with its updaters.
///
/// Not generic over the state: unspecialized code of a generic type looks up metadata at every step, which cost a side effect more than its
/// task.
@usableFromInline
final class StoreRuntime: Sendable {
  let configuration: StoreConfiguration
  /// Identifies the store in a trace of the process.
  let traceID = SignpostID.makeUnique()
  /// The share of others' items that a dispatching thread handles.
  let drainShare: DrainShare
  /// How many nanoseconds a dispatching thread waits for a busy store before it queues its item.
  let patience: UInt64
  let effects = OrderedMutex(EffectTable())
  /// A copy of the owner's chain for side effects, which handle their items on other threads.
  let effectInterceptors = OrderedMutex(InterceptorChain(interceptors: []))
  /// The context of side effects and interceptors.
  ///
  /// It refers to the store's core: closing the store breaks the cycle.
  let context = OrderedMutex<(any AnySideEffectContext)?>(nil)
  /// Why items are rejected once the store is closed.
  let closingReason = OrderedMutex(StoreError.storeDropped)
  /// Called for each side effect that `retry` dispatches again; for `KatanaTesting`.
  let retryObserver = OrderedMutex<RetryObserver?>(nil)
  /// Finished when the store is ready; failed when it never will be.
  let readiness = Completion()
  /// The version of the last update that was observed or recorded, for threads other than the owner.
  @usableFromInline let publishedVersion = Atomic<UInt64>(0)

  /// Whether the configuration's hook was called for a blocked task.
  let hasReportedBlockedTask = Atomic<Bool>(false)

  /// Whether there are effect recorders, so that most side effects need no lock to find none.
  private let hasRecorders = Atomic<Bool>(false)
  private let recorders = OrderedMutex<[any EffectRecorder]>([])

  init(configuration: StoreConfiguration) {
    self.configuration = configuration
    drainShare =
      switch configuration.updates {
      case .inPlace(let limit, let duration, _): DrainShare(limit: limit, duration: duration)
      case .executor: .unlimited
      }
    patience =
      switch configuration.updates {
      case .inPlace(_, _, let patience): patience.limitedNanoseconds
      case .executor: 0
      }
  }

  var reasonOfClosing: StoreError { closingReason.withLock { $0 } }

  /// The recorders of side effects.
  var effectRecorders: [any EffectRecorder] {
    recordsEffects ? recorders.withLock { $0 } : []
  }

  var recordsEffects: Bool { hasRecorders.load(ordering: .acquiring) }

  /// Sets the recorders of side effects.
  func recordEffects(in recorders: [any EffectRecorder]) {
    self.recorders.withLock { $0 = recorders }
    hasRecorders.store(!recorders.isEmpty, ordering: .releasing)
  }

  /// Makes an item's completion fail; `redispatch` dispatches the same item again, for `retry`.
  func reject(
    _ completion: Completion,
    _ error: any Error,
    item: any Dispatchable,
    redispatch: @escaping @Sendable () -> Completion
  ) {
    var onUnobserved: (@Sendable (any Error) -> Void)?
    if !(error is CancellationError) {
      onUnobserved = { [report = configuration.onUnobservedError] in report($0, item.unscoped) }
    }
    let observedRedispatch: @Sendable () -> Completion = { [self] in
      guard let effect = item as? any AnySideEffect, let observe = retryObserver.withLock({ $0 })
      else { return redispatch() }
      var next: Completion?
      observe(effect) {
        let completion = redispatch()
        next = completion
        return DispatchHandle<Void>(completion)
      }
      return next ?? redispatch()
    }
    completion.fail(
      error,
      onUnobserved: onUnobserved,
      redispatch: observedRedispatch,
      itemType: type(of: item)
    )
  }

  func start(_ run: EffectRun) {
    guard effects.withLock({ $0.insert(run) }) || insertFirst(run) else {
      return run.refuse(reasonOfClosing)
    }
    // A held side effect may have been cancelled meanwhile.
    if !run.begin() {
      effects.withLock { effects in
        effects.remove(run)
        run.context = nil
      }
    }
  }

  /// Sets the context of all side effects and adds the first of them; returns false if the store was closed.
  private func insertFirst(_ run: EffectRun) -> Bool {
    guard let context = context.withLock({ $0 }) else { return false }
    let shared = SharedContext(context, of: self)
    return effects.withLock { effects in
      effects.open(in: shared)
      return effects.insert(run)
    }
  }

  /// Rejects new side effects, cancels the running ones, and releases the store.
  func close(_ reason: StoreError) {
    closingReason.withLock { $0 = reason }
    let (running, sharedContext) = effects.withLock { $0.close() }
    for effect in running { effect.cancel() }
    effectInterceptors.withLock { $0 = InterceptorChain(interceptors: []) }
    // Released outside the locks: the dependencies may go away with it.
    _ = sharedContext
    _ = context.withLock { $0.take() }
  }
}

/// A task that a store made wait by blocking the task's thread.
///
/// Few threads run tasks, one per processor. A blocked thread runs no other task; when all threads are blocked by what only a task can end,
/// none of them goes on.
public enum BlockedTask: Sendable, Equatable {
  /// It dispatches an updater to a full queue whose policy is to wait.
  case dispatching(item: String, capacity: Int)
  /// It reads the state, and an updater has taken longer than a tenth of a second.
  case reading(state: String)
}

extension BlockedTask: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  public var description: String {
    switch self {
    case .dispatching(let item, let capacity):
      "\(item): a task's thread is blocked until there is room, \(capacity) items wait; "
        + "use `await suspendingDispatch(_:)`, or another queue policy"
    case .reading(let state):
      "\(state): a task's thread is blocked by an updater that takes long; "
        + "make the updater shorter, or read with `try await currentState()`"
    }
  }
}

extension StoreRuntime {
  /// Calls the configuration's hook, once per store, if the caller is a task.
  func reportBlockedTask(_ blocked: @autoclosure () -> BlockedTask) {
    guard Self.isCalledByTask, !hasReportedBlockedTask.exchange(true, ordering: .relaxed)
    else { return }
    configuration.onBlockedTask(blocked())
  }

  /// Whether the calling code runs in a task.
  static var isCalledByTask: Bool {
    // SAFETY: the task is not kept.
    unsafe withUnsafeCurrentTask { unsafe $0 != nil }
  }
}
