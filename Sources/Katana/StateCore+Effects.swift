import Signposts
import Synchronization

extension StateCore {
  /// Hands over a side effect whose value nobody wants.
  func dispatchEffect(_ effect: any AnySideEffect) -> DispatchHandle<Void> {
    DispatchHandle<Void>(startEffect(effect))
  }

  /// Hands over a side effect with a value.
  func dispatchEffect<Effect: ReturningSideEffect>(
    _ effect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    DispatchHandle(effect: startEffect(effect))
  }

  /// Starts a side effect, or puts it into the inbox until the store is ready; it goes through the
  /// interceptors from `index` on.
  func startEffect(_ effect: any AnySideEffect, from index: Int = 0) -> EffectRun {
    let id = recordEnqueue(.sideEffect, type: type(of: effect))
    let parent = id == .none ? .none : traceParent
    let run = EffectRun(
      effect,
      id: id,
      parent: parent,
      firstInterceptor: index,
      runtime: runtime
    )
    if features.contains(.closed) {
      run.refuse(runtime.reasonOfClosing)
    } else if isReady {
      runtime.start(run)
    } else {
      push(QueuedEffect(run))
    }
    return run
  }
}

extension DispatchHandle {
  /// The handle of a side effect with a value of this type.
  init(effect run: EffectRun) {
    self.init(run) { completion in
      // Also what `retry` dispatches again is an `EffectRun`, because the item is the same.
      guard let run = completion as? EffectRun else {
        throw StoreError.noValue(item: "side effect", expected: "\(Value.self)")
      }
      return try run.value(as: Value.self)
    }
  }
}
