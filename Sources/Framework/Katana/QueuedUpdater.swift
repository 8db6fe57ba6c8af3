public import Signposts

/// An updater that found its store busy.
@usableFromInline
final class QueuedUpdater<Updater: StateUpdater>: QueuedItem<Updater.StateType>,
  @unchecked Sendable
{
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`.

  @usableFromInline
  let updater: Updater

  @inlinable
  init(_ updater: Updater, id: SignpostID, isReentrant: Bool) {
    self.updater = updater
    super.init(id: id, isReentrant: isReentrant) { item, core in
      // SAFETY: the item is the one that has this closure.
      let updater = unsafe unsafeDowncast(item, to: QueuedUpdater<Updater>.self).updater
      if let rejection = core.perform(updater, id: item.id) {
        core.reject(item, rejection, item: updater)
      } else {
        item.finish()
      }
    }
  }
}
