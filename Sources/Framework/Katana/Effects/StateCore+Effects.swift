import FrameworkEvents
import Signposts
import Synchronization

/// A store, for code that starts side effects without knowing its types.
///
/// Reaching a property of a generic type takes metadata, which is looked up each time.
protocol EffectStarter: AnyObject, Sendable {
  func startEffect(_ effect: any AnySideEffect) -> EffectRun
}

extension StateCore: EffectStarter {
  /// Starts a side effect, or puts it into the inbox until the store is ready; it goes through the interceptors from `index` on.
  ///
  /// `partContext` is the context that it gets instead of the store's, if its state is a part of the store's.
  func startEffect(
    _ effect: any AnySideEffect,
    in partContext: (any AnySideEffectContext)? = nil,
    from index: Int = 0
  ) -> EffectRun {
    let isRecorded = KatanaTracepoints.isRecorded(.sideEffect)
    let parent = isRecorded ? traceParent : .none
    let id =
      isRecorded
      ? recordEnqueue(.sideEffect, type: type(of: effect), parent: parent) : .none
    let isReady = isReady
    // After the readiness check: a thread that finds the store ready finds its interceptors.
    let features = features
    var beginning: EffectRun.Beginning = isReady ? [] : [.held, .intercepted]
    let isOwner = ownership.isHeldByThisThread
    // SAFETY: only if this thread owns the store (rule 9), so rule 1 holds. An item that another thread may have dispatched must not see
    // the values of this thread's task.
    if unsafe !isOwner || !owned.pointee.isHandlingForOthers { beginning.insert(.inheritsTask) }
    if features.contains(.interceptors) { beginning.insert(.intercepted) }
    if Self.beginsOnMainActor(effect) {
      beginning.insert(.onMainActor)
      // The part that runs at once may read the state, so this thread must not be changing it.
      if !isOwner { beginning.insert(.atOnce) }
    }
    let run = EffectRun(
      effect,
      in: partContext.map { SharedContext($0, of: runtime) },
      id: id,
      parent: parent,
      firstInterceptor: index,
      beginning: beginning
    )
    if features.contains(.closed) {
      run.refuse(runtime.reasonOfClosing)
    } else if isReady {
      runtime.start(run)
    } else {
      run.hold()
      push(QueuedEffect(run))
    }
    return run
  }
}

extension StateCore {
  /// Takes the type as a parameter, which is already known: asking a value for it takes longer.
  private static func beginsOnMainActor<Effect: AnySideEffect>(_ effect: Effect) -> Bool {
    Effect.beginsOnMainActor
  }
}

/// A context and its store; copying it copies one reference.
final class SharedContext: Sendable {
  let value: any AnySideEffectContext
  let runtime: StoreRuntime

  init(_ value: any AnySideEffectContext, of runtime: StoreRuntime) {
    self.value = value
    self.runtime = runtime
  }
}

/// A store's running side effects, so that they can be cancelled with it.
struct EffectTable: Sendable {
  private(set) var isClosed = false
  /// The context for new side effects, set when the first one begins.
  private var context: SharedContext?
  private var running: [EffectRun?] = []
  private var freePlaces: [Int] = []

  /// The number of running side effects.
  var count: Int { running.count - freePlaces.count }

  /// Sets the context that side effects get.
  mutating func open(in context: SharedContext) {
    if !isClosed, self.context == nil { self.context = context }
  }

  /// Adds a side effect that begins and gives it the context; returns false if there is none, or the store was closed.
  mutating func insert(_ effect: EffectRun) -> Bool {
    guard let context else { return false }
    effect.context = context
    if let place = freePlaces.popLast() {
      effect.place = place
      running[place] = effect
    } else {
      effect.place = running.count
      running.append(effect)
    }
    return true
  }

  /// Removes a side effect that has ended.
  mutating func remove(_ effect: EffectRun) {
    // Side effects that were cancelled with the store are already removed.
    if isClosed { return }
    running[effect.place] = nil
    freePlaces.append(effect.place)
  }

  /// Refuses new side effects; returns the running ones and their context.
  mutating func close() -> (running: [EffectRun], context: SharedContext?) {
    isClosed = true
    defer { (running, freePlaces) = ([], []) }
    return (running.compactMap { $0 }, context.take())
  }
}
