import Signposts

/// An updater of an unknown type that found its store busy.
final class QueuedErasedUpdater<S: State>: QueuedItem<S>, @unchecked Sendable {
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`.

  let updater: any AnyStateUpdater

  init(_ updater: any AnyStateUpdater, id: SignpostID, isReentrant: Bool) {
    self.updater = updater
    super.init(id: id, isReentrant: isReentrant) { item, core in
      let updater = unsafeDowncast(item, to: QueuedErasedUpdater<S>.self).updater
      if let rejection = core.performErased(updater, id: item.id) {
        core.reject(item, rejection, item: updater)
      } else {
        item.finish()
      }
    }
  }
}
