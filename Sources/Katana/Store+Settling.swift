// For `KatanaTesting`, which has to know when nothing more can happen.
extension Store {
  /// How many side effects run.
  package var runningEffectCount: Int { core.runtime.effects.withLock { $0.count } }

  /// Returns when everything that was queued before the call was handled.
  package func settle() async {
    let barrier = QueuedTask<S> { _ in }
    core.push(barrier)
    await barrier.wait()
  }
}
