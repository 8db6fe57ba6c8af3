import Signposts

/// An updater of an unknown type that found its store busy.
final class QueuedErasedUpdater<S: State>: QueuedItem<S>, @unchecked Sendable {
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`.

  let updater: any AnyStateUpdater
  let firstInterceptor: Int

  init(
    _ updater: any AnyStateUpdater,
    id: SignpostID,
    isReentrant: Bool,
    firstInterceptor: Int
  ) {
    self.updater = updater
    self.firstInterceptor = firstInterceptor
    super.init(id: id, isReentrant: isReentrant) { item, core in
      // SAFETY: the item is the one that has this closure.
      let queued = unsafe unsafeDowncast(item, to: QueuedErasedUpdater<S>.self)
      let updater = queued.updater
      let rejection = core.performErased(updater, id: item.id, from: queued.firstInterceptor)
      if let rejection {
        core.reject(item, rejection, item: updater)
      } else {
        item.finish()
      }
    }
  }
}
