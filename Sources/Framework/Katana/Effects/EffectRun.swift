import FrameworkEvents
import Signposts
import Synchronization

/// One run of a side effect: its task, its completion, and its returned value.
@usableFromInline
final class EffectRun: Completion, @unchecked Sendable {
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`, and for what has no lock:
  //
  //  1. `context` is written under the lock of the store's `EffectTable`, before the task that takes it out is made, or before the gate
  //     opens that the task waits for.
  //  2. The task writes `returned` before it finishes the completion; readers first check that it has finished. So no two accesses overlap,
  //     and run-time exclusivity checks are off.
  //  3. `task` is written once, before `taskState` says that it is there; readers check `taskState` first.
  //  4. `place` belongs to the lock of the store's `EffectTable`.

  /// How a side effect begins.
  struct Beginning: OptionSet {
    let rawValue: UInt8
    /// Inherits the task-local values and the priority of the task that makes it.
    static var inheritsTask: Beginning { Beginning(rawValue: 1) }
    /// Its type says that it begins on the main actor.
    static var onMainActor: Beginning { Beginning(rawValue: 2) }
    /// May begin within the dispatch.
    static var atOnce: Beginning { Beginning(rawValue: 4) }
    /// The store may have interceptors.
    static var intercepted: Beginning { Beginning(rawValue: 8) }
    /// Its task waits for the store.
    static var held: Beginning { Beginning(rawValue: 16) }
  }

  private struct Progress {
    /// The gate at which a held task waits for the store's context, or for the end.
    var gate: EffectGate?
    /// Whether a held side effect may begin.
    var mayBegin = false
    /// Whether it ended before it began.
    var isRefused = false
    /// Whether the trace knows its fate: it has begun, or was replaced.
    var isTraced = false
  }

  private enum TaskState {
    static let isThere: UInt8 = 1
    static let isCancelled: UInt8 = 2
  }

  private let effect: any AnySideEffect
  /// The context that replaces the store's if its state is a part of the store's.
  private let partContext: SharedContext?
  private let parent: SignpostID
  private let firstInterceptor: Int
  private let beginning: Beginning
  private let taskState = Atomic<UInt8>(0)
  private let progress = OrderedMutex(Progress())
  private var task: Task<Void, Never>?
  /// The store's context, kept only from when the store admits the side effect until it begins: a long-lived handle needn't keep the state
  /// alive.
  var context: SharedContext?
  @exclusivity(unchecked) private var returned: any Sendable = ()
  // SAFETY: rule 2.
  private var value: any Sendable {
    get { unsafe returned }
    set { unsafe returned = newValue }
  }
  /// Its index in the table of running side effects.
  var place = -1
  let id: SignpostID

  init(
    _ effect: any AnySideEffect,
    in partContext: SharedContext?,
    id: SignpostID,
    parent: SignpostID,
    firstInterceptor: Int,
    beginning: Beginning
  ) {
    self.effect = effect
    self.partContext = partContext
    self.beginning = beginning
    self.id = id
    self.parent = parent
    self.firstInterceptor = firstInterceptor
  }

  @usableFromInline
  override var product: any Sendable { isFinished ? value : () }

  @usableFromInline
  override var itemDescription: String { effect.debugDescription }

  /// Fails before it has begun; does nothing if it has already failed.
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

  /// Makes the task early, to wait for `begin`: a task inherits the task-local values of the place where it is made.
  func hold() {
    let gate = EffectGate()
    progress.withLock { $0.gate = gate }
    let operation: @Sendable () async -> Void = { [self] in
      if id == .none {
        await runBehind(gate)
      } else {
        await id.asCurrent { await runBehind(gate) }
      }
    }
    keep(
      beginning.contains(.inheritsTask)
        ? Task(operation: operation) : Task.detached(operation: operation)
    )
  }

  private nonisolated(nonsending) func runBehind(_ gate: EffectGate) async {
    // Cancelled or not: what has begun runs, and ends by itself if it was cancelled.
    try? await gate.waitUnlessCancelled()
    let (mayBegin, isCancelled) = progress.withLock { progress in
      let isCancelled = !progress.mayBegin && !progress.isRefused
      if isCancelled { progress.isRefused = true }
      return (progress.mayBegin, isCancelled)
    }
    if mayBegin {
      await run()
    } else if isCancelled {
      endUnbegun(CancellationError())
    }
  }

  /// Starts the task, or lets the held one go on; returns false if it has ended meanwhile.
  func begin() -> Bool {
    guard beginning.contains(.held) else {
      start()
      return true
    }
    let (isRefused, gate) = progress.withLock { progress in
      progress.mayBegin = !progress.isRefused
      return (progress.isRefused, progress.gate)
    }
    gate?.finish()
    return !isRefused
  }

  /// Makes the task, on the main actor if the side effect says so.
  ///
  /// It inherits the values and the priority of the calling task where it may, but never an isolation, as nothing here belongs to an actor.
  private func start() {
    let inherits = beginning.contains(.inheritsTask)
    if beginning.contains(.onMainActor) {
      startOnMainActor()
    } else if id != .none {
      let operation: @Sendable () async -> Void = { [self] in
        await id.asCurrent { await run() }
      }
      keep(inherits ? Task(operation: operation) : Task.detached(operation: operation))
    } else if inherits {
      // Written out here: passing a closure on costs two frames and an allocation.
      keep(Task { [self] in await run() })
    } else {
      keep(Task.detached { [self] in await run() })
    }
  }

  private func startOnMainActor() {
    let operation: @MainActor @Sendable () async -> Void = { [self] in
      if id == .none { await run() } else { await id.asCurrent { await run() } }
    }
    if beginning.isSuperset(of: [.atOnce, .inheritsTask]), StoreRuntime.isCalledByTask {
      // If this isn't the main actor, it is a task like any other.
      keep(Task.immediate(operation: operation))
    } else {
      keep(
        beginning.contains(.inheritsTask)
          ? Task(operation: operation) : Task.detached(operation: operation)
      )
    }
  }

  private func keep(_ task: Task<Void, Never>) {
    self.task = task
    let old = taskState.bitwiseOr(TaskState.isThere, ordering: .acquiringAndReleasing).oldValue
    if old & TaskState.isCancelled != 0 { task.cancel() }
  }

  @usableFromInline
  override func cancel() {
    let old = taskState.bitwiseOr(TaskState.isCancelled, ordering: .acquiringAndReleasing).oldValue
    if old & TaskState.isThere != 0 { task?.cancel() }
  }

  override var traceID: SignpostID { id }

  @usableFromInline
  override var endsWithAwaiters: Bool { true }

  // Runs where it was started, as everything below: returning to an isolation goes through a queue. Inlined into the task's closure,
  // because each function on the way costs a frame in the task's memory.
  @inline(__always)
  private nonisolated(nonsending) func run() async {
    guard let context else { return }
    self.context = nil
    var failure: (any Error)?
    if taskState.load(ordering: .acquiring) & TaskState.isCancelled != 0 {
      failure = CancellationError()
    } else {
      do {
        if isPlain(in: context.runtime) {
          value = try await effect.anySideEffect(context.value)
        } else {
          try await handle(in: context)
        }
      } catch {
        failure = error
      }
    }
    end(failure, in: context)
  }

  /// Whether calling the body is all there is to do.
  private func isPlain(in runtime: StoreRuntime) -> Bool {
    id == .none && partContext == nil && !beginning.contains(.intercepted)
      && !runtime.recordsEffects
  }

  private func end(_ failure: (any Error)?, in context: SharedContext) {
    let runtime = context.runtime
    runtime.effects.withLock { $0.remove(self) }
    if id != .none, !progress.withLock({ $0.isTraced }) {
      let reason = failure.map { DiscardReason($0) } ?? .dropped
      KatanaTracepoints.itemDiscarded(id: id, reason: reason)
    }
    guard let failure else { return finish() }
    runtime.reject(self, failure, item: effect) { [effect, context = partContext ?? context] in
      // The holder of the handle deals with the value's type.
      context.value.anyDispatch(effect as any Dispatchable).completion ?? Completion.finished()
    }
  }

  /// Passes the side effect through the interceptors.
  private nonisolated(nonsending) func handle(
    in context: SharedContext
  ) async throws {
    let chain = context.runtime.effectInterceptors.withLock { $0 }
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
    in context: SharedContext
  ) async throws {
    guard let effect = item as? any AnySideEffect else {
      // An interceptor replaced the side effect by an updater.
      progress.withLock { $0.isTraced = true }
      KatanaTracepoints.itemDiscarded(id: id, reason: .replaced)
      _ = (partContext ?? context).value.anyDispatch(item)
      return
    }
    // A replacement by an interceptor may be for the whole state.
    let bodyContext =
      partContext.flatMap { part in
        (effect as? any SideEffect)?.fits(part.value) == true ? part.value : nil
      } ?? context.value
    let runtime = context.runtime
    let recorders = runtime.effectRecorders
    if recorders.isEmpty { return try await runBody(of: effect, in: bodyContext, runtime) }
    let records = recorders.compactMap { recorder in
      recorder.appendBegin(of: effect).map { (recorder, $0) }
    }
    do {
      try await runBody(of: effect, in: bodyContext, runtime)
      for (recorder, ordinal) in records { recorder.setOutcome(.success, of: ordinal) }
    } catch {
      let outcome = SideEffectOutcome(of: error)
      for (recorder, ordinal) in records { recorder.setOutcome(outcome, of: ordinal) }
      throw error
    }
  }

  private nonisolated(nonsending) func runBody(
    of effect: any AnySideEffect,
    in context: any AnySideEffectContext,
    _ runtime: StoreRuntime
  ) async throws {
    guard id != .none else {
      value = try await effect.anySideEffect(context)
      return
    }
    progress.withLock { $0.isTraced = true }
    KatanaTracepoints.effectBegan(
      id: id,
      parent: parent,
      name: TraceName(of: type(of: effect)),
      version: runtime.publishedVersion.load(ordering: .relaxed)
    )
    do {
      value = try await effect.anySideEffect(context)
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

/// The gate at which a held side effect waits; cancelling the side effect opens it too.
private final class EffectGate: Completion, @unchecked Sendable {
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`.

  override func endWithoutAwaiters() { finish() }
}
