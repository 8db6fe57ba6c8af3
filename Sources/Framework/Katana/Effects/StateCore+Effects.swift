import FrameworkEvents
import Signposts
import Synchronization

extension StateCore {
  /// Starts a side effect, or puts it into the inbox until the store is ready; it goes through the
  /// interceptors from `index` on.
  ///
  /// `partContext` is what it gets in the store's place, if its state is a part of the store's.
  func startEffect(
    _ effect: any AnySideEffect,
    in partContext: (any AnySideEffectContext)? = nil,
    from index: Int = 0
  ) -> EffectRun {
    let id = recordEnqueue(.sideEffect, type: type(of: effect))
    let parent = id == .none ? .none : traceParent
    let run = EffectRun(
      effect,
      in: partContext,
      id: id,
      parent: parent,
      firstInterceptor: index,
      runtime: runtime,
      inheritsTask: !isHandlingForOthers,
      // What it does at once may read the state, which this thread must not be in the middle of changing.
      mayBeginAtOnce: type(of: effect).beginsOnMainActor && !ownership.isHeldByThisThread
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

  /// Whether this thread looks at an item that another may have dispatched: then what the thread's task
  /// knows is not that item's business.
  private var isHandlingForOthers: Bool {
    // SAFETY: only where this thread owns the store (rule 9), so rule 1 holds.
    ownership.isHeldByThisThread ? unsafe owned.pointee.isHandlingForOthers : false
  }
}

extension DispatchHandle {
  /// The handle of a side effect with a value of this type.
  init(effect run: Completion?) {
    self.init(run) { completion in
      // Also what `retry` dispatches again is an `EffectRun`, because the item is the same.
      guard let run = completion as? EffectRun else {
        try completion?.check()
        throw StoreError.noValue(item: "side effect", expected: "\(Value.self)")
      }
      return try run.value(as: Value.self)
    }
  }
}

/// The side effects of a store that run, so that they can be cancelled with it.
struct EffectTable: Sendable {
  private(set) var isClosed = false
  private var running: [ObjectIdentifier: Completion] = [:]

  /// How many run.
  var count: Int { running.count }

  /// Notes a side effect that begins; returns false if the store was closed.
  mutating func insert(_ effect: Completion) -> Bool {
    if isClosed { return false }
    running[ObjectIdentifier(effect)] = effect
    return true
  }

  /// Forgets a side effect that has ended.
  mutating func remove(_ effect: Completion) {
    running[ObjectIdentifier(effect)] = nil
  }

  /// Refuses new side effects, and returns those that run.
  mutating func close() -> [Completion] {
    isClosed = true
    defer { running = [:] }
    return Array(running.values)
  }
}
