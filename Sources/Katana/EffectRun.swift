import Signposts
import Synchronization

/// One handling of a side effect: its task, and its completion.
final class EffectRun<S: State, Value: Sendable>: ValueCompletion<Value>, @unchecked Sendable {
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`.

  private struct Progress {
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  let core: StateCore<S>
  let effect: any AnySideEffect
  let id: SignpostID
  private let parent: SignpostID
  private let progress = OrderedMutex(Progress())

  init(_ effect: any AnySideEffect, id: SignpostID, core: StateCore<S>) {
    self.effect = effect
    self.id = id
    self.core = core
    parent = id == .none ? .none : core.traceParent
  }

  /// Starts the task.
  func start() {
    guard let context = core.context.withLock({ $0 }), core.effects.withLock({ $0.insert(self) })
    else { return fail(core.closingReason.withLock { $0 }) }
    let task = Task.detached { [self] in
      if id == .none {
        await run(in: context)
      } else {
        await EffectTrace.$current.withValue(id) { await run(in: context) }
      }
    }
    let isCancelled = progress.withLock { progress in
      progress.task = task
      return progress.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  override func cancel() {
    let task = progress.withLock { progress in
      progress.isCancelled = true
      return progress.task
    }
    task?.cancel()
  }

  private func run(in context: any AnySideEffectContext) async {
    let outcome = await outcome(in: context)
    core.effects.withLock { $0.remove(self) }
    switch outcome {
    case .success(let value): finish(with: value)
    case .failure(let error):
      core.reject(self, error, item: effect) { [core, effect] in
        let handle: DispatchHandle<Value> = core.startEffect(effect)
        return handle.completion ?? Completion.finished()
      }
    }
    // The task would keep what it captured, this object included, as long as it is kept.
    progress.withLock { $0.task = nil }
  }

  private func outcome(in context: any AnySideEffectContext) async -> Result<Value, any Error> {
    let chain = core.effectInterceptors.withLock { $0 }
    let product = EffectProduct()
    do {
      try Task.checkCancellation()
      if chain.interceptors.isEmpty {
        try await handle(effect, in: context, into: product)
      } else {
        if id != .none {
          KatanaTracepoints.interceptorsBegan(id: id, count: chain.interceptors.count)
        }
        defer { if id != .none { KatanaTracepoints.interceptorsEnded(id: id) } }
        try await chain.handle(sideEffect: effect) { item in
          try await handle(item, in: context, into: product)
        }
      }
      return try .success(product.value(of: effect))
    } catch {
      return .failure(error)
    }
  }

  /// The last step: runs the body.
  private func handle(
    _ item: any Dispatchable,
    in context: any AnySideEffectContext,
    into product: EffectProduct
  ) async throws {
    guard let effect = item as? any AnySideEffect, !(item is any AnyStateUpdater) else {
      // An interceptor has put an updater in the side effect's place.
      _ = core.anyDispatch(item)
      return
    }
    guard id != .none else {
      return product.set(try await effect.anySideEffect(context))
    }
    KatanaTracepoints.effectBegan(
      id: id,
      parent: parent,
      name: TraceName(of: type(of: effect)),
      version: core.control.pointee.publishedVersion.load(ordering: .relaxed)
    )
    do {
      product.set(try await effect.anySideEffect(context))
      KatanaTracepoints.effectEnded(id: id, outcome: .success)
    } catch {
      KatanaTracepoints.effectEnded(
        id: id,
        outcome: error is CancellationError ? .cancelled : .failure
      )
      throw error
    }
  }
}
