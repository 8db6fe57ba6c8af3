import Signposts
import Synchronization

extension StateCore {
  /// Hands over a side effect whose value nobody wants.
  func dispatchEffect(_ effect: any AnySideEffect) -> DispatchHandle<Void> {
    let handle: DispatchHandle<any Sendable> = startEffect(effect)
    return DispatchHandle<Void>(handle.completion)
  }

  /// Hands over a side effect with a value.
  func dispatchEffect<Effect: ReturningSideEffect>(
    _ effect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    startEffect(effect)
  }

  /// Starts a side effect, or puts it into the inbox until the store is ready.
  func startEffect<Value: Sendable>(_ effect: any AnySideEffect) -> DispatchHandle<Value> {
    let id = recordEnqueue(.sideEffect, type: type(of: effect))
    let run = EffectRun<S, Value>(effect, id: id, core: self)
    if features.contains(.closed) {
      run.fail(closingReason.withLock { $0 })
    } else if isReady {
      run.start()
    } else {
      push(QueuedEffect(run))
    }
    return DispatchHandle(run, extractValue: ValueCompletion<Value>.value(of:))
  }
}
