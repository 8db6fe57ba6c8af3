import Signposts
public import Synchronization

/// What a store has besides its state: its side effects, and what they share with its updaters.
///
/// Not generic over the state: code of a generic type that is not specialized looks metadata up at
/// every step, which cost a side effect more than its task.
@usableFromInline
final class StoreRuntime: Sendable {
  let configuration: StoreConfiguration
  /// Tells the stores of a process apart in a trace.
  let traceID = SignpostID.makeUnique()
  /// What a thread that dispatches handles of others' items.
  let drainShare: DrainShare
  let effects = OrderedMutex(EffectTable())
  /// The same chain as the owner's, for side effects, which handle their items on other threads.
  let effectInterceptors = OrderedMutex(InterceptorChain(interceptors: []))
  /// What side effects and interceptors get.
  ///
  /// It refers to the store's core: closing the store breaks the cycle.
  let context = OrderedMutex<(any AnySideEffectContext)?>(nil)
  /// Why items are rejected once the store is closed.
  let closingReason = OrderedMutex(StoreError.storeDropped)
  /// Told of each side effect that `retry` hands over again; for `KatanaTesting`.
  let retryObserver = OrderedMutex<RetryObserver?>(nil)
  /// Finished when the store is ready; failed when it never will be.
  let readiness = Completion()
  /// The version of the last update that was observed or recorded, for those who aren't the owner.
  @usableFromInline let publishedVersion = Atomic<UInt64>(0)

  /// Whether the configuration was told of a blocked task.
  let hasReportedBlockedTask = Atomic<Bool>(false)

  /// Whether there are effect recorders, so that most side effects need no lock to find none.
  private let recordsEffects = Atomic<Bool>(false)
  private let recorders = OrderedMutex<[any EffectRecorder]>([])

  init(configuration: StoreConfiguration) {
    self.configuration = configuration
    drainShare =
      switch configuration.updates {
      case .inPlace(let limit, let duration): DrainShare(limit: limit, duration: duration)
      case .executor: .unlimited
      }
  }

  /// Why the store is closed.
  var reasonOfClosing: StoreError { closingReason.withLock { $0 } }

  /// Those that keep the side effects.
  var effectRecorders: [any EffectRecorder] {
    guard recordsEffects.load(ordering: .acquiring) else { return [] }
    return recorders.withLock { $0 }
  }

  /// Keeps the side effects from now on in these.
  func recordEffects(in recorders: [any EffectRecorder]) {
    self.recorders.withLock { $0 = recorders }
    recordsEffects.store(!recorders.isEmpty, ordering: .releasing)
  }

  /// Lets an item's completion fail; `redispatch` hands the same item over again, for `retry`.
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

  /// Starts a side effect.
  func start(_ run: EffectRun) {
    let context = context.withLock { $0 }
    guard let context, effects.withLock({ $0.insert(run) }) else {
      return run.refuse(reasonOfClosing)
    }
    // One that was held may have been cancelled meanwhile.
    if !run.begin(in: context) { effects.withLock { $0.remove(run) } }
  }

  /// Rejects the side effects that come, cancels those that run, and lets go of the store.
  func close(_ reason: StoreError) {
    closingReason.withLock { $0 = reason }
    for effect in effects.withLock({ $0.close() }) { effect.cancel() }
    effectInterceptors.withLock { $0 = InterceptorChain(interceptors: []) }
    // Released outside of the lock: the dependencies may go away with it.
    _ = context.withLock { context in
      defer { context = nil }
      return context
    }
  }
}
