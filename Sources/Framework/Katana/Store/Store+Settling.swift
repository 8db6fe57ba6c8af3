import Synchronization

// For `KatanaTesting`, which has to know when nothing more can happen, and which dispatches are retries.
extension Store {
  /// The number of running side effects.
  package var runningEffectCount: Int { core.runtime.effects.withLock { $0.count } }

  /// The number of waiting items.
  package var queuedItemCount: Int { core.control.queuedCount.load(ordering: .relaxed) }

  /// Whether nothing waits or runs, neither update nor side effect, at the moment of the call.
  ///
  /// For tests and scripted programs: everything that a tap has dispatched is over when the store is idle.
  public var isIdle: Bool {
    // What side effects dispatched before they ended may still wait, and lead to others.
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

  /// Calls a closure for each side effect that `retry` dispatches again from now on; the closure has to dispatch it.
  package func observeRetries(_ observe: @escaping RetryObserver) {
    core.runtime.retryObserver.withLock { $0 = observe }
  }
}

extension DispatchHandle {
  /// Whether the item was handled or rejected, checked without keeping its outcome.
  package var isOver: @Sendable () -> Bool {
    { [weak completion] in completion?.isFinished ?? true }
  }
}

/// Dispatches a side effect once more.
package typealias RetryObserver =
  @Sendable (_ effect: any AnySideEffect, _ dispatch: () -> DispatchHandle<Void>) -> Void
