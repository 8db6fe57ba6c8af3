import FrameworkEvents
import Signposts
import Synchronization

/// One handling of a side effect: its task, its completion, and what it returned.
@usableFromInline
final class EffectRun: Completion, @unchecked Sendable {
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`.

  private struct Progress {
    var task: Task<Void, Never>?
    var isCancelled = false
    /// The gate at which a held task waits for the store's context, or the end.
    var gate: EffectGate?
    /// The store's context, from when one that was held may begin until it does.
    var context: (any AnySideEffectContext)?
    /// Whether it has ended before it has begun.
    var isRefused = false
    var product: (any Sendable)?
    /// Whether the trace knows what has become of it: it has begun, or was replaced.
    var isTraced = false
  }

  private let runtime: StoreRuntime
  private let effect: any AnySideEffect
  /// The context in the place of the store's, if its state is a part of the store's.
  private let partContext: (any AnySideEffectContext)?
  private let parent: SignpostID
  private let firstInterceptor: Int
  /// Whether it has the task-local values and the priority of the task that makes it.
  private let inheritsTask: Bool
  private let mayBeginAtOnce: Bool
  private let progress = OrderedMutex(Progress())
  let id: SignpostID

  init(
    _ effect: any AnySideEffect,
    in partContext: (any AnySideEffectContext)?,
    id: SignpostID,
    parent: SignpostID,
    firstInterceptor: Int,
    runtime: StoreRuntime,
    inheritsTask: Bool,
    mayBeginAtOnce: Bool
  ) {
    self.effect = effect
    self.partContext = partContext
    self.inheritsTask = inheritsTask
    self.mayBeginAtOnce = mayBeginAtOnce
    self.id = id
    self.parent = parent
    self.firstInterceptor = firstInterceptor
    self.runtime = runtime
  }

  /// The value of a finished run in the type that the handle promises.
  ///
  /// - Throws: The error if it has failed; `StoreError.noValue` if an interceptor has seen to it that
  ///   there is no value.
  func value<Value: Sendable>(as type: Value.Type) throws -> Value {
    try check()
    if Value.self == Void.self {
      // SAFETY: both are the same type, which has no representation. A cast takes longer.
      return unsafe unsafeBitCast((), to: Value.self)
    }
    if let value = progress.withLock({ $0.product }) as? Value { return value }
    // What knows no type, such as `anyDispatch`, gets nothing where the side effect was dropped.
    if let none = () as? Value { return none }
    throw StoreError.noValue(item: effect.debugDescription, expected: "\(Value.self)")
  }

  /// Fails before it has begun; does nothing if it has failed so already.
  func refuse(_ error: any Error) {
    let (isFirst, gate) = progress.withLock { progress in
      defer { progress.isRefused = true }
      return (!progress.isRefused, progress.gate)
    }
    if isFirst { endUnbegun(error) }
    gate?.finish()
  }

  private func endUnbegun(_ error: any Error) {
    KatanaTracepoints.itemDiscarded(id: id, reason: DiscardReason(error))
    fail(error)
  }

  /// Makes the task already, which waits for `begin`: a task has the task-local values of where it is
  /// made, and only there.
  func hold() {
    let gate = EffectGate()
    progress.withLock { $0.gate = gate }
    startTask { [self] in
      // Cancelled or not: what has begun runs, and ends by itself if it was cancelled.
      try? await gate.waitUnlessCancelled()
      let (context, isCancelled) = progress.withLock { progress in
        let isCancelled = progress.context == nil && !progress.isRefused
        if isCancelled { progress.isRefused = true }
        // A handle may be kept for long: it needn't keep the state as well.
        return (progress.context.take(), isCancelled)
      }
      if let context {
        await run(in: context)
      } else if isCancelled {
        endUnbegun(CancellationError())
      }
    }
  }

  /// Starts the task, or lets the one go on that is held; returns false if it has ended meanwhile.
  func begin(in context: any AnySideEffectContext) -> Bool {
    let (isRefused, gate) = progress.withLock { progress in
      if !progress.isRefused, progress.gate != nil { progress.context = context }
      return (progress.isRefused, progress.gate)
    }
    if isRefused { return false }
    if let gate {
      gate.finish()
    } else {
      start(in: context)
    }
    return true
  }

  /// Makes the task, on the main actor if the side effect says so.
  private func start(in context: any AnySideEffectContext) {
    guard type(of: effect).beginsOnMainActor else {
      return startTask { [self] in await run(in: context) }
    }
    let operation: @MainActor @Sendable () async -> Void = { [self] in
      if id == .none {
        await run(in: context)
      } else {
        await id.asCurrent { await run(in: context) }
      }
    }
    if mayBeginAtOnce, inheritsTask, StoreRuntime.isCalledByTask {
      // Where this isn't the main actor, it is a task as any other.
      keep(Task.immediate(operation: operation))
    } else {
      keep(inheritsTask ? Task(operation: operation) : Task.detached(operation: operation))
    }
  }

  /// Makes a task, which inherits the values and the priority of the calling one where it may, but, as
  /// nothing here belongs to an actor, never an isolation.
  private func startTask(_ body: @escaping @Sendable () async -> Void) {
    guard id != .none else {
      return keep(inheritsTask ? Task(operation: body) : Task.detached(operation: body))
    }
    let operation: @Sendable () async -> Void = { [id] in await id.asCurrent { await body() } }
    keep(inheritsTask ? Task(operation: operation) : Task.detached(operation: operation))
  }

  private func keep(_ task: Task<Void, Never>) {
    let isCancelled = progress.withLock { progress in
      progress.task = task
      return progress.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  override var traceID: SignpostID { id }

  @usableFromInline
  override func cancel() {
    let task = progress.withLock { progress in
      progress.isCancelled = true
      return progress.task
    }
    task?.cancel()
  }

  override var endsWithAwaiters: Bool { true }

  // Where it was started, as all below: an isolation that is left is come back to by way of a queue.
  private nonisolated(nonsending) func run(in context: any AnySideEffectContext) async {
    var failure: (any Error)?
    do {
      try Task.checkCancellation()
      let chain = runtime.effectInterceptors.withLock { $0 }
      if chain.interceptors.isEmpty, id == .none, partContext == nil,
        runtime.effectRecorders.isEmpty
      {
        // Straight away, as most do: each function on the way costs a frame in the task's memory.
        keep(try await effect.anySideEffect(context))
      } else {
        try await handle(in: context, through: chain)
      }
    } catch {
      failure = error
    }
    runtime.effects.withLock { $0.remove(self) }
    if id != .none, !progress.withLock({ $0.isTraced }) {
      let reason = failure.map { DiscardReason($0) } ?? .dropped
      KatanaTracepoints.itemDiscarded(id: id, reason: reason)
    }
    guard let failure else { return finish() }
    runtime.reject(self, failure, item: effect) { [effect, partContext] in
      // The value's type is the business of whoever holds the handle.
      (partContext ?? context).anyDispatch(effect as any Dispatchable).completion
        ?? Completion.finished()
    }
  }

  /// Leads the side effect through the interceptors.
  private nonisolated(nonsending) func handle(
    in context: any AnySideEffectContext,
    through chain: InterceptorChain
  ) async throws {
    if chain.interceptors.isEmpty { return try await handleLast(effect, in: context) }
    if id != .none {
      KatanaTracepoints.interceptorsBegan(
        id: id,
        name: TraceName(of: type(of: effect)),
        count: chain.interceptors.count - firstInterceptor
      )
    }
    defer { if id != .none { KatanaTracepoints.interceptorsEnded(id: id) } }
    try await chain.handle(sideEffect: effect, from: firstInterceptor) { item in
      try await handleLast(item, in: context)
    }
  }

  /// The last step: runs the body.
  private nonisolated(nonsending) func handleLast(
    _ item: any Dispatchable,
    in context: any AnySideEffectContext
  ) async throws {
    guard let effect = item as? any AnySideEffect else {
      // An interceptor has put an updater in the side effect's place.
      progress.withLock { $0.isTraced = true }
      KatanaTracepoints.itemDiscarded(id: id, reason: .replaced)
      _ = (partContext ?? context).anyDispatch(item)
      return
    }
    // One that an interceptor has put there may be for the whole state.
    let context =
      partContext.flatMap { part in
        (effect as? any SideEffect)?.fits(part) == true ? part : nil
      } ?? context
    let recorders = runtime.effectRecorders
    if recorders.isEmpty { return try await runBody(of: effect, in: context) }
    let records = recorders.compactMap { recorder in
      recorder.appendBegin(of: effect).map { (recorder, $0) }
    }
    do {
      try await runBody(of: effect, in: context)
      for (recorder, ordinal) in records { recorder.setOutcome(.success, of: ordinal) }
    } catch {
      let outcome = SideEffectOutcome(of: error)
      for (recorder, ordinal) in records { recorder.setOutcome(outcome, of: ordinal) }
      throw error
    }
  }

  private nonisolated(nonsending) func runBody(
    of effect: any AnySideEffect,
    in context: any AnySideEffectContext
  ) async throws {
    guard id != .none else { return keep(try await effect.anySideEffect(context)) }
    progress.withLock { $0.isTraced = true }
    KatanaTracepoints.effectBegan(
      id: id,
      parent: parent,
      name: TraceName(of: type(of: effect)),
      version: runtime.publishedVersion.load(ordering: .relaxed)
    )
    do {
      keep(try await effect.anySideEffect(context))
      KatanaTracepoints.effectEnded(id: id, outcome: .success)
    } catch {
      KatanaTracepoints.effectEnded(
        id: id,
        outcome: error is CancellationError ? .cancelled : .failure
      )
      throw error
    }
  }

  private func keep(_ product: any Sendable) {
    progress.withLock { $0.product = product }
  }
}

/// The gate at which a held side effect waits; opens when the side effect is cancelled, too.
private final class EffectGate: Completion, @unchecked Sendable {
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`.

  override func endWithoutAwaiters() { finish() }
}
