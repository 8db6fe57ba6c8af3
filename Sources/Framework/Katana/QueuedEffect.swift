/// A side effect that was dispatched before the store was ready: it starts in its turn.
final class QueuedEffect<S: State>: QueuedItem<S>, @unchecked Sendable {
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`.

  let effectRun: EffectRun

  init(_ effectRun: EffectRun) {
    self.effectRun = effectRun
    super.init(id: effectRun.id, isReentrant: false) { item, core in
      // SAFETY: the item is the one that has this closure.
      core.runtime.start(unsafe unsafeDowncast(item, to: QueuedEffect<S>.self).effectRun)
      item.finish()
    }
  }

  override func skip(_ error: any Error, in core: StateCore<S>) {
    effectRun.refuse(error)
    finish()
  }
}
