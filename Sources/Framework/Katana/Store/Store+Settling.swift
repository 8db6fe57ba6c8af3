import Synchronization

// For `KatanaTesting`, which has to know when nothing more can happen, and what is only a repetition.
extension Store {
  /// How many side effects run.
  package var runningEffectCount: Int { core.runtime.effects.withLock { $0.count } }

  /// How many items wait for their turn.
  package var queuedItemCount: Int { core.control.queuedCount.load(ordering: .relaxed) }

  /// Whether nothing waits or runs, neither update nor side effect, at the moment of the call.
  ///
  /// For tests and for programs that are driven by a script: what a tap has dispatched is over when the store is idle.
  public var isIdle: Bool {
    // What side effects have dispatched before they ended may wait, and lead to others.
    runningEffectCount == 0
      && core.ownership.isIdle
      && runningEffectCount == 0
  }

  /// Returns when everything that was queued before the call was handled.
  package func settle() async {
    let barrier = QueuedTask<S> { _ in }
    core.push(barrier)
    await barrier.wait()
  }

  /// Calls a closure for each side effect that `retry` hands over again from now on, which has to dispatch
  /// it.
  package func observeRetries(_ observe: @escaping RetryObserver) {
    core.runtime.retryObserver.withLock { $0 = observe }
  }
}

extension DispatchHandle {
  /// Whether the item was handled or rejected, asked without keeping its outcome.
  package var isOver: @Sendable () -> Bool {
    { [weak completion] in completion?.isFinished ?? true }
  }
}

/// Sees to it that a side effect is dispatched once more.
package typealias RetryObserver =
  @Sendable (_ effect: any AnySideEffect, _ dispatch: () -> DispatchHandle<Void>) -> Void
