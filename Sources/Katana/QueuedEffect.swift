/// A side effect that was dispatched before the store was ready: it starts in its turn.
final class QueuedEffect<S: State, Value: Sendable>: QueuedItem<S>, @unchecked Sendable {
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`.

  let effectRun: EffectRun<S, Value>

  init(_ effectRun: EffectRun<S, Value>) {
    self.effectRun = effectRun
    super.init(id: effectRun.id) { item, _ in
      unsafeDowncast(item, to: QueuedEffect<S, Value>.self).effectRun.start()
      item.finish()
    }
  }

  override func skip(_ error: any Error, in core: StateCore<S>) {
    effectRun.fail(error)
    super.skip(error, in: core)
  }
}
