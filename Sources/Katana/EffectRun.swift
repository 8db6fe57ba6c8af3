import Signposts
import Synchronization

/// One handling of a side effect: its task, its completion, and what it returned.
@usableFromInline
final class EffectRun: Completion, @unchecked Sendable {
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`.

  private struct Progress {
    var task: Task<Void, Never>?
    var isCancelled = false
    var product: (any Sendable)?
    /// Whether the trace knows what has become of it: it has begun, or was replaced.
    var isTraced = false
  }

  private let runtime: StoreRuntime
  private let effect: any AnySideEffect
  private let parent: SignpostID
  private let progress = OrderedMutex(Progress())
  let id: SignpostID

  init(
    _ effect: any AnySideEffect,
    id: SignpostID,
    parent: SignpostID,
    runtime: StoreRuntime
  ) {
    self.effect = effect
    self.id = id
    self.parent = parent
    self.runtime = runtime
  }

  /// The value of a finished run in the type that the handle promises.
  ///
  /// - Throws: The error if it has failed; `StoreError.noValue` if an interceptor has seen to it that
  ///   there is no value.
  func value<Value: Sendable>(as type: Value.Type) throws -> Value {
    try check()
    if let value = progress.withLock({ $0.product }) as? Value { return value }
    // Side effects without a value are finished also where they were dropped.
    if let none = () as? Value { return none }
    throw StoreError.noValue(item: effect.debugDescription, expected: "\(Value.self)")
  }

  /// Fails before it has begun.
  func refuse(_ error: any Error) {
    KatanaTracepoints.itemDiscarded(id: id, reason: DiscardReason(error))
    fail(error)
  }

  /// Starts the task.
  func begin(in context: any AnySideEffectContext) {
    let task = Task.detached { [self] in
      if id == .none {
        await run(in: context)
      } else {
        await id.asCurrent { await run(in: context) }
      }
    }
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

  private func run(in context: any AnySideEffectContext) async {
    var failure: (any Error)?
    do {
      try Task.checkCancellation()
      try await handle(in: context)
    } catch {
      failure = error
    }
    runtime.effects.withLock { $0.remove(self) }
    if id != .none, !progress.withLock({ $0.isTraced }) {
      let reason = failure.map { DiscardReason($0) } ?? .dropped
      KatanaTracepoints.itemDiscarded(id: id, reason: reason)
    }
    guard let failure else { return finish() }
    runtime.reject(self, failure, item: effect) { [effect] in
      // The value's type is the business of whoever holds the handle.
      context.anyDispatch(effect).completion ?? Completion.finished()
    }
  }

  /// Leads the side effect through the interceptors.
  private func handle(in context: any AnySideEffectContext) async throws {
    let chain = runtime.effectInterceptors.withLock { $0 }
    if chain.interceptors.isEmpty { return try await handleLast(effect, in: context) }
    if id != .none {
      KatanaTracepoints.interceptorsBegan(
        id: id,
        name: TraceName(of: type(of: effect)),
        count: chain.interceptors.count
      )
    }
    defer { if id != .none { KatanaTracepoints.interceptorsEnded(id: id) } }
    try await chain.handle(sideEffect: effect) { item in
      try await handleLast(item, in: context)
    }
  }

  /// The last step: runs the body.
  private func handleLast(
    _ item: any Dispatchable,
    in context: any AnySideEffectContext
  ) async throws {
    guard let effect = item as? any AnySideEffect else {
      // An interceptor has put an updater in the side effect's place.
      progress.withLock { $0.isTraced = true }
      KatanaTracepoints.itemDiscarded(id: id, reason: .replaced)
      _ = context.anyDispatch(item)
      return
    }
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

  private func runBody(
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
