import FrameworkEvents
import Signposts
import Synchronization

/// A store, as those see it who start side effects and know no types: to get at a property of a type with
/// parameters takes metadata, which is looked up each time.
protocol EffectStarter: AnyObject, Sendable {
  func startEffect(_ effect: any AnySideEffect) -> EffectRun
}

extension StateCore: EffectStarter {
  /// Starts a side effect, or puts it into the inbox until the store is ready; it goes through the
  /// interceptors from `index` on.
  ///
  /// `partContext` is what it gets in the store's place, if its state is a part of the store's.
  func startEffect(
    _ effect: any AnySideEffect,
    in partContext: (any AnySideEffectContext)? = nil,
    from index: Int = 0
  ) -> EffectRun {
    let id =
      KatanaTracepoints.isRecorded(.sideEffect)
      ? recordEnqueue(.sideEffect, type: type(of: effect)) : .none
    let parent = id == .none ? .none : traceParent
    let isReady = isReady
    // Behind that look: whoever finds the store ready finds its interceptors.
    let features = features
    var beginning: EffectRun.Beginning = isReady ? [] : [.held, .intercepted]
    let isOwner = ownership.isHeldByThisThread
    // SAFETY: only where this thread owns the store (rule 9), so rule 1 holds.
    // What the thread's task knows is not the business of an item that another may have dispatched.
    if unsafe !isOwner || !owned.pointee.isHandlingForOthers { beginning.insert(.inheritsTask) }
    if features.contains(.interceptors) { beginning.insert(.intercepted) }
    if Self.beginsOnMainActor(effect) {
      beginning.insert(.onMainActor)
      // What it does at once may read the state, which this thread must not be in the middle of changing.
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
  /// With the type as a parameter, which is there already: to ask a value for it takes longer.
  private static func beginsOnMainActor<Effect: AnySideEffect>(_ effect: Effect) -> Bool {
    Effect.beginsOnMainActor
  }
}

/// A context and its store, copied by copying a reference.
final class SharedContext: Sendable {
  let value: any AnySideEffectContext
  let runtime: StoreRuntime

  init(_ value: any AnySideEffectContext, of runtime: StoreRuntime) {
    self.value = value
    self.runtime = runtime
  }
}

/// The side effects of a store that run, so that they can be cancelled with it.
struct EffectTable: Sendable {
  private(set) var isClosed = false
  /// What those that begin get, from when the first does.
  private var context: SharedContext?
  private var running: [EffectRun?] = []
  private var freePlaces: [Int] = []

  /// How many run.
  var count: Int { running.count - freePlaces.count }

  /// Notes the context that side effects get.
  mutating func open(in context: SharedContext) {
    if !isClosed, self.context == nil { self.context = context }
  }

  /// Notes a side effect that begins, and gives it the context; returns false if there is none, or the store
  /// was closed.
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

  /// Forgets a side effect that has ended.
  mutating func remove(_ effect: EffectRun) {
    // Those that were cancelled with the store are forgotten already.
    if isClosed { return }
    running[effect.place] = nil
    freePlaces.append(effect.place)
  }

  /// Refuses new side effects; returns those that run, and what they got.
  mutating func close() -> (running: [EffectRun], context: SharedContext?) {
    isClosed = true
    defer { (running, freePlaces) = ([], []) }
    return (running.compactMap { $0 }, context.take())
  }
}
